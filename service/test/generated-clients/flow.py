"""What python.test.ts checks: the Python client against a running service. Prints what it found as one JSON object."""

import json
import sys
import tempfile
from pathlib import Path

import lightwell_client as lightwell

address, proxy, key, picture, secret, delivery = sys.argv[1:7]
found = {}
pauses = []
client = lightwell.Client(f"{address}/", key)

image = client.create_image({"image_name": "kitchen.jpg"})
progress = []
client.upload(image, picture, on_progress=lambda sent, total: progress.append((sent, total)))
found["progress"] = progress[-1]
done = client.wait_for_image(image["image_id"], interval_s=0.05)
found["image"] = [done["status"], done["image_name"]]
with tempfile.TemporaryDirectory() as folder:
    saved = Path(folder) / "enhanced.jpg"
    lightwell.save_picture(client.get_image_enhanced(image["image_id"], {"preview": False, "format": "jpeg"}), saved)
    found["saved"] = [saved.read_bytes()[:3].hex(), [each.name for each in Path(folder).iterdir()]]

order = client.create_order({"name": "Harbour Street 5"})
bytes_of_picture = Path(picture).read_bytes()
for name in ("a.jpg", "b.jpg"):
    client.upload(client.create_bracket({"order_id": order["order_id"], "name": name}), bytes_of_picture)
client.process_order(order["order_id"], {"number_of_brackets_per_image": 1})
images = client.wait_for_order(order["order_id"], interval_s=0.05)["images"]
found["order"] = [each["status"] for each in images]
found["brackets"] = len(client.list_order_brackets(order["order_id"])["brackets"])
found["orders"] = client.list_orders({"per_page": 1})["orders"][0]["name"]
client.delete_order(order["order_id"])


def fails(act):
    try:
        act()
    except Exception as error:  # what kind is the question
        return error
    raise AssertionError("no error")


gone = fails(lambda: client.get_order(order["order_id"]))
found["gone"] = [type(gone).__name__, gone.status]
refused = fails(lambda: client.create_image({"image_name": ""}))
found["refused"] = [refused.status, list(refused.detail["json"])]
stranger = lightwell.Client(address, "lw_wrong", retry=lightwell.RetryOptions(pause=pauses.append))
found["stranger"] = [fails(lambda: stranger.list_orders({"per_page": 1})).status, pauses[:]]

patient = lightwell.Client(proxy, key, retry=lightwell.RetryOptions(max_tries=4, pause=pauses.append))
found["put off"] = [fails(lambda: patient.create_order()).status, [int(each) for each in pauses]]

broken = client.create_image({"image_name": "broken.jpg"})
client.upload(broken, bytes_of_picture[:600])
failed = fails(lambda: client.wait_for_image(broken["image_id"], interval_s=0.05))
found["failed"] = [type(failed).__name__, failed.image_ids == [broken["image_id"]], len(str(failed)) > 10]
waiting = client.create_image({"image_name": "waiting.jpg"})
late = fails(lambda: client.wait_for_image(waiting["image_id"], timeout_s=0.1, interval_s=0.05))
found["late"] = type(late).__name__

hook = json.loads(delivery)
checked = lightwell.verify_webhook(hook["text"], hook["headers"], secret)
found["webhook"] = [bool(checked.id), checked.event["event"]]
changed = fails(lambda: lightwell.verify_webhook(hook["text"] + " ", hook["headers"], secret))
found["changed"] = [type(changed).__name__, str(changed)]
old = fails(lambda: lightwell.verify_webhook(hook["text"], hook["headers"], secret, now_s=1))
found["old"] = str(old)

print(json.dumps(found))
