import { filesOfDrop, isPhotograph, maxFiles } from "./dropped-files.ts";
import { FileList } from "./file-list.ts";
import { filesOfHandles, findHandles, forgetHandles, handlesOfDrop, keepHandles } from "./kept-handles.ts";
import { basePath, element, Refusal, send, sendJson } from "./page.ts";
import { type Upload, Uploader } from "./uploader.ts";

/** Files that one request registers. */
const registerAtOnce = 100;

/** A file as the service knows it, or why it does not accept it. */
interface Known {
  readonly id?: string;
  readonly offset?: number;
  readonly complete?: boolean;
  readonly problem?: string;
}

const drop = element("drop", HTMLElement);
const progress = element("progress", HTMLElement);
const form = element("order-form", HTMLFormElement);
const startButton = element("start", HTMLButtonElement);
const hint = element("start-hint", HTMLElement);
const pauseButton = element("pause", HTMLButtonElement);
const list = new FileList(element("file-list", HTMLElement), (id) => void remove(id));

let orderId = progress.dataset["order"] ?? "";
let wantsStart = false;
let isRegistering = false;
let waiting: string | undefined;

const uploader = new Uploader(Number(progress.dataset["partBytes"]), {
  onProgress({ id, offset }) {
    list.setSent(id, offset);
    show();
  },
  onDone({ id }) {
    list.setDone(id);
    show();
  },
  onIdle() {
    show();
    if (list.count().open === 0) void forgetHandles().catch(() => {});
    startIfReady();
  },
  onRefused({ id, file }, message) {
    list.setProblem(id, message);
    showProblem(`${file.name}: ${message}`);
    show();
  },
  onWait(message) {
    waiting = message;
    show();
  },
});

async function add(files: readonly File[]): Promise<void> {
  const photographs = files.filter(isPhotograph).slice(0, maxFiles);
  if (photographs.length < files.length) {
    const skipped = files.length - photographs.length;
    showProblem(
      `Skipped: ${skipped} ${skipped === 1 ? "file that is not a photograph" : "files that are not photographs"}.`,
    );
  }
  if (photographs.length === 0) return;
  isRegistering = true;
  show();
  try {
    await ensureOrder();
    for (let i = 0; i < photographs.length; i += registerAtOnce) {
      await register(photographs.slice(i, i + registerAtOnce));
    }
    element("continue", HTMLElement).hidden = true;
  } catch (error) {
    showProblem(error instanceof Refusal ? error.message : "No connection. Add the files again when it is back.");
  } finally {
    isRegistering = false;
    show();
    startIfReady();
  }
}

/** The order is created with its first files; from then on a reload shows its page. */
async function ensureOrder(): Promise<void> {
  if (orderId !== "") return;
  const name = new FormData(form).get("name");
  const made = (await sendJson("/app/orders", { name: typeof name === "string" ? name : "" })) as { order_id: string };
  orderId = made.order_id;
  form.action = `${basePath}/app/orders/${orderId}/start`;
  history.replaceState(null, "", `${basePath}/app/orders/${orderId}/upload`);
}

async function register(files: readonly File[]): Promise<void> {
  const asked = files.map(({ name, size, lastModified }) => ({ name, size, modified: lastModified }));
  const answer = (await sendJson(`/app/orders/${orderId}/files`, { files: asked })) as { files: Known[] };
  for (const [i, file] of files.entries()) {
    const { id, offset = 0, complete = false, problem } = answer.files[i];
    if (id === undefined) {
      showProblem(`${file.name}: ${problem ?? "not accepted"}`);
      continue;
    }
    // Only a file that is not on its way in this page is sent.
    if (!list.add({ id, name: file.name, sizeBytes: file.size, sentBytes: offset, isComplete: complete })) continue;
    if (!complete) uploader.add({ id, file, offset } satisfies Upload);
  }
}

async function remove(id: string): Promise<void> {
  uploader.drop(id);
  list.remove(id);
  show();
  await send(`/app/uploads/${encodeURIComponent(id)}`, { method: "DELETE" }).catch((error: unknown) => {
    if (error instanceof Refusal && error.status !== 404) showProblem(error.message);
  });
}

function show(): void {
  const { files, done, bytes, sent, open } = list.count();
  progress.hidden = files === 0 && !isRegistering;
  const percent = bytes === 0 ? 0 : Math.floor((100 * sent) / bytes);
  const state = uploader.isPaused ? "Paused. " : waiting !== undefined ? `${waiting} ` : "";
  element("progress-text", HTMLElement).textContent = isRegistering
    ? "Preparing …"
    : `${state}${done} of ${files} files uploaded (${percent} %)`;
  element("progress-bar", HTMLProgressElement).value = bytes === 0 ? 0 : sent / bytes;
  pauseButton.hidden = !uploader.isBusy && !uploader.isPaused;
  pauseButton.textContent = uploader.isPaused ? "Continue" : "Pause";
  if (wantsStart) hint.textContent = "The pictures start as soon as all files have arrived. Keep this page open.";
  else hint.textContent = open > 0 ? "You can press it now: it waits for the files." : "";
}

function startIfReady(): void {
  if (!wantsStart || isRegistering || uploader.isBusy) return;
  if (list.count().done === 0) {
    wantsStart = false;
    startButton.disabled = false;
    hint.textContent = "No file was accepted; add photographs first.";
    return;
  }
  // The next page is opened by the form itself, which is not asked again.
  form.submit();
}

function showProblem(text: string): void {
  const line = document.createElement("p");
  line.className = "problem";
  line.textContent = text;
  element("problems", HTMLElement).append(line);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (orderId === "" || list.count().files === 0) {
    hint.textContent = "Add photographs first.";
    return;
  }
  wantsStart = true;
  startButton.disabled = true;
  if (uploader.isPaused) uploader.resume();
  show();
  startIfReady();
});

pauseButton.addEventListener("click", () => {
  if (uploader.isPaused) uploader.resume();
  else uploader.pause();
  show();
});

for (const [button, input] of [
  ["choose-files", "files"],
  ["choose-folder", "folder"],
] as const) {
  const field = element(input, HTMLInputElement);
  element(button, HTMLButtonElement).addEventListener("click", () => field.click());
  field.addEventListener("change", () => {
    const chosen = [...(field.files ?? [])];
    // The same folder can be chosen again.
    field.value = "";
    void add(chosen);
  });
}

for (const type of ["dragenter", "dragover"]) {
  document.addEventListener(type, (event) => {
    event.preventDefault();
    drop.classList.add("is-over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) drop.classList.remove("is-over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("is-over");
  if (event.dataTransfer) void addDrop(event.dataTransfer);
});

/** What was dropped is kept in the browser, so that the upload can continue after a reload. */
async function addDrop(data: DataTransfer): Promise<void> {
  const handles = handlesOfDrop(data);
  await add(await filesOfDrop(data));
  if (orderId === "" || list.count().open === 0) return;
  // A browser that keeps nothing asks for the same files again.
  await keepHandles(orderId, await handles).catch(() => {});
}

/** Offers to continue an upload that a reload broke off, without another drop. */
async function offerToContinue(): Promise<void> {
  if (orderId === "" || list.count().open === 0) return;
  const handles = await findHandles(orderId).catch(() => []);
  const button = element("continue-upload", HTMLButtonElement);
  button.hidden = handles.length === 0;
  button.addEventListener("click", async () => {
    const files = await filesOfHandles(handles);
    if (files.length > 0) await add(files);
    else showProblem("The browser could not read the files again; drop them again.");
  });
}

window.addEventListener("beforeunload", (event) => {
  if (uploader.isBusy && !uploader.isPaused) event.preventDefault();
});

show();
void offerToContinue();
