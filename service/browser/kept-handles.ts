import { maxFiles } from "./dropped-files.ts";

/** Only some browsers give handles of dropped files, and ask for permission to read them again. */
interface DroppedItem extends Omit<DataTransferItem, "getAsFileSystemHandle"> {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}
type KeptHandle = (FileSystemFileHandle | FileSystemDirectoryHandle) & {
  requestPermission?(options: { readonly mode: "read" }): Promise<PermissionState>;
};

/** The dropped files and folders of the order that was added to last. */
interface Kept {
  readonly orderId: string;
  readonly handles: readonly KeptHandle[];
}

const databaseName = "lightwell-uploads";
const storeName = "handles";
/** Only one order is kept: uploads of others have ended or will not continue. */
const key = "last";

/** Handles of a drop; none in browsers without them. Call it within the event: the list is empty afterwards. */
export async function handlesOfDrop(data: DataTransfer): Promise<FileSystemHandle[]> {
  const items = [...data.items] as DroppedItem[];
  const handles = await Promise.all(items.map((item) => item.getAsFileSystemHandle?.().catch(() => null)));
  return handles.filter((handle) => handle !== null && handle !== undefined);
}

/** Keeps handles for an order, in addition to those that it has. */
export async function keepHandles(orderId: string, handles: readonly FileSystemHandle[]): Promise<void> {
  if (handles.length === 0) return;
  const all = [...(await findHandles(orderId)), ...handles];
  await inStore("readwrite", (store) => store.put({ orderId, handles: all }, key));
}

export async function findHandles(orderId: string): Promise<readonly KeptHandle[]> {
  const kept: Kept | undefined = await inStore("readonly", (store) => store.get(key));
  return kept?.orderId === orderId ? kept.handles : [];
}

export async function forgetHandles(): Promise<void> {
  await inStore("readwrite", (store) => store.delete(key));
}

/** The files of handles, those in folders included. Asks for permission, so call it for a click. */
export async function filesOfHandles(handles: readonly KeptHandle[]): Promise<File[]> {
  const files: File[] = [];
  for (const handle of handles) {
    if ((await handle.requestPermission?.({ mode: "read" })) === "denied") break;
    await collect(handle, files).catch(() => {});
  }
  return files;
}

async function collect(handle: FileSystemFileHandle | FileSystemDirectoryHandle, files: File[]): Promise<void> {
  if (files.length >= maxFiles) return;
  if (handle.kind === "file") files.push(await handle.getFile());
  else for await (const inner of handle.values()) await collect(inner, files);
}

async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await resultOf(opening);
  try {
    return await resultOf(use(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });
}
