import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Row {
  readonly name: string;
  /** Description of each crop. */
  readonly crops: readonly string[];
  /** Names of files next to the page; the first picture is the original. */
  readonly pictures: readonly { readonly label: string; readonly whole: string; readonly details: readonly string[] }[];
}

/** Writes `index.html`: one file that works from the disk. */
export function writePage(rows: readonly Row[], folder: string): void {
  const data = JSON.stringify(rows).replaceAll("<", "\\u003c");
  writeFileSync(
    join(folder, "index.html"),
    page.replace("DATA", () => data),
  );
}

const page = `<!doctype html><meta charset="utf-8"><title>Look</title>
<style>body{font:14px system-ui;background:#222;color:#ddd;margin:16px}h2{margin:28px 0 6px}.row{display:flex;gap:8px;overflow-x:auto}
figure{margin:0;flex:1 1 0;min-width:280px}img{width:100%;display:block}figcaption{padding:4px 0}.crops img{width:auto;max-width:360px;margin-top:6px}
button{margin-right:6px}.chosen{outline:3px solid #6c6}</style>
<p><label><input type="checkbox" id="blind"> blind</label> seed <input id="seed" type="number" value="1" style="width:5em">
<button id="export">save votes</button> <span id="tally"></span></p><div id="rows"></div>
<script>
const rows = DATA;
const key = "lightwell-look-votes";
const votes = JSON.parse(localStorage.getItem(key) || "{}");
const blind = document.getElementById("blind"), seed = document.getElementById("seed");
function random(text) {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return () => { h = Math.imul(h ^ (h >>> 15), 2246822507); h = Math.imul(h ^ (h >>> 13), 3266489909); return ((h ^= h >>> 16) >>> 0) / 4294967296; };
}
function order(row) {
  if (!blind.checked) return row.pictures;
  const list = row.pictures.filter(({ label }) => label !== "before"), next = random(seed.value + row.name);
  for (let i = list.length - 1; i > 0; i--) { const j = Math.floor(next() * (i + 1)); [list[i], list[j]] = [list[j], list[i]]; }
  return list;
}
function element(name, parent, text) {
  const made = parent.appendChild(document.createElement(name));
  if (text !== undefined) made.textContent = text;
  return made;
}
function tally() {
  const counts = {};
  for (const { label } of Object.values(votes)) counts[label] = (counts[label] || 0) + 1;
  document.getElementById("tally").textContent = blind.checked ? Object.keys(votes).length + " votes" : JSON.stringify(counts);
}
function show() {
  const root = document.getElementById("rows");
  root.textContent = "";
  for (const row of rows) {
    element("h2", root, row.name);
    const line = element("div", root);
    line.className = "row";
    order(row).forEach((picture, at) => {
      const figure = element("figure", line), image = element("img", figure);
      image.loading = "lazy";
      image.src = picture.whole;
      const caption = element("figcaption", figure, blind.checked ? String.fromCharCode(65 + at) + " " : picture.label);
      if (blind.checked) {
        const vote = element("button", caption, "best");
        if (votes[row.name] && votes[row.name].label === picture.label) figure.className = "chosen";
        vote.onclick = () => {
          votes[row.name] = { label: picture.label, seed: Number(seed.value), of: row.pictures.map(({ label }) => label) };
          localStorage.setItem(key, JSON.stringify(votes));
          for (const other of line.children) other.className = other === figure ? "chosen" : "";
          tally();
        };
      }
      const crops = element("div", figure);
      crops.className = "crops";
      picture.details.forEach((file, i) => { const crop = element("img", crops); crop.loading = "lazy"; crop.src = file; crop.title = row.crops[i]; });
    });
  }
  tally();
}
blind.onchange = seed.onchange = show;
document.getElementById("export").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(votes, null, 2)], { type: "application/json" }));
  link.download = "look-votes.json";
  link.click();
};
show();
</script>
`;
