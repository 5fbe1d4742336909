import { basePath } from "./page.ts";

/** A file of the order. */
export interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  sentBytes: number;
  isComplete: boolean;
}

interface Row {
  readonly file: ListedFile;
  readonly item: HTMLElement;
  /** Whether its bytes are or were sent by this page; those that the server listed are not. */
  isHere: boolean;
  isRefused: boolean;
}

/** The files of an order and how far each is, as a list that people can read and shorten. */
export class FileList {
  readonly #list: HTMLElement;
  readonly #rows = new Map<string, Row>();
  readonly #onRemove: (id: string) => void;

  /** Takes over the items that the page came with. */
  constructor(list: HTMLElement, onRemove: (id: string) => void) {
    this.#list = list;
    this.#onRemove = onRemove;
    for (const item of list.querySelectorAll<HTMLElement>(".file")) {
      const { id = "", name = "", size, complete } = item.dataset;
      const isComplete = complete !== undefined;
      const sizeBytes = Number(size);
      const file = { id, name, sizeBytes, sentBytes: isComplete ? sizeBytes : 0, isComplete };
      this.#rows.set(id, { file, item, isHere: false, isRefused: false });
      this.#listen(item, id);
    }
  }

  /** False if this page sends the file already. */
  add(file: ListedFile): boolean {
    const known = this.#rows.get(file.id);
    if (known?.isHere) return false;
    const item = known?.item ?? this.#makeItem(file);
    this.#rows.set(file.id, { file, item, isHere: true, isRefused: false });
    if (file.isComplete) this.setDone(file.id);
    else this.setSent(file.id, file.sentBytes);
    return true;
  }

  setSent(id: string, sentBytes: number): void {
    const row = this.#rows.get(id);
    if (!row) return;
    row.file.sentBytes = sentBytes;
    const percent = Math.floor((100 * sentBytes) / row.file.sizeBytes);
    this.#describe(row, percent === 0 ? "Waits" : `${percent} % uploaded`);
  }

  setDone(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    row.file.sentBytes = row.file.sizeBytes;
    row.file.isComplete = true;
    this.#describe(row, "Uploaded");
    const thumb = row.item.querySelector(".thumb");
    if (!thumb || thumb.childElementCount > 0) return;
    const image = new Image();
    image.alt = "";
    image.loading = "lazy";
    image.decoding = "async";
    image.src = `${basePath}/app/frames/${encodeURIComponent(id)}/picture?size=thumb`;
    thumb.append(image);
  }

  setProblem(id: string, message: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    row.isRefused = true;
    row.item.classList.add("is-refused");
    this.#describe(row, message);
  }

  remove(id: string): void {
    this.#rows.get(id)?.item.remove();
    this.#rows.delete(id);
  }

  count() {
    const rows = [...this.#rows.values()].filter(({ isRefused }) => !isRefused);
    const sum = (of: (file: ListedFile) => number) => rows.reduce((total, { file }) => total + of(file), 0);
    const done = rows.filter(({ file }) => file.isComplete).length;
    const open = rows.length - done;
    return {
      files: rows.length,
      done,
      open,
      bytes: sum((file) => file.sizeBytes),
      sent: sum((file) => file.sentBytes),
    };
  }

  #describe({ item }: Row, text: string): void {
    const line = item.querySelector(".hint");
    if (line) line.textContent = text;
  }

  #makeItem({ id, name }: ListedFile): HTMLElement {
    const item = document.createElement("li");
    item.className = "file";
    const thumb = document.createElement("span");
    thumb.className = "thumb";
    const label = document.createElement("span");
    label.className = "name";
    label.append(Object.assign(document.createElement("bdi"), { textContent: name }));
    const hint = Object.assign(document.createElement("span"), { className: "hint" });
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
    button.className = "quiet remove";
    button.ariaLabel = `Remove ${name}`;
    item.append(thumb, label, hint, button);
    this.#list.append(item);
    this.#listen(item, id);
    return item;
  }

  #listen(item: HTMLElement, id: string): void {
    item.querySelector(".remove")?.addEventListener("click", () => this.#onRemove(id));
  }
}
