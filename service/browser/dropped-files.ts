/** Most files that one drop may add. */
export const maxFiles = 5000;

/** All files of a drop, those in folders included. Call it within the event: the list is empty afterwards. */
export async function filesOfDrop(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...data.files];
  const files: File[] = [];
  for (const entry of entries) await collect(entry, files);
  return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= maxFiles) return;
  // Browsers have no classes by these names: only the flags state the kind.
  if (entry.isFile) {
    files.push(await fileOf(entry as FileSystemFileEntry));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns a part of the entries at a time, and none at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const one of part) await collect(one, files);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

const photographs =
  /\.(jpe?g|webp|avif|hei[cf]|tiff?|jxl|png|dng|cr2|cr3|raf|3fr|fff|rwl|nef|nrw|orf|rw2|pef|x3f|arw|srf|sr2)$/i;

/** Folders of cameras hold other files too; those are skipped silently, like hidden ones. */
export function isPhotograph({ name }: File): boolean {
  return !name.startsWith(".") && photographs.test(name);
}
