import type { ImageStatus } from "../../src/domain/statuses.ts";
import type { Grouping } from "../../src/queue/jobs.ts";
import { chunksOf, framesBySight, type Outcome } from "./hand-worked.ts";

export interface ImageModel {
  readonly id: string;
  status: ImageStatus;
  attempt: number;
  isDeleted: boolean;
  /** Whether there is one to be downloaded. */
  hasPicture: boolean;
  /** The image that this one, a frame, was merged into. */
  parentId: string | null;
}

export interface BracketModel {
  readonly id: string;
  readonly address: string;
  imageId: string | null;
  /** The image that it was registered as, and waits to be merged. */
  readonly heldImageId: string | null;
  bytes: Buffer | null;
  isDeleted: boolean;
}

/** One order, its images and brackets, and what the service must make of each request and job. */
export class OrderModel {
  readonly id: string;
  readonly images: ImageModel[] = [];
  /** By registration. */
  readonly brackets: BracketModel[] = [];
  /** Groupings that were asked for and are not over: the brackets that each takes; null: all. */
  readonly groupings = new Map<string, readonly string[] | null>();
  isDeleted = false;
  readonly #dailyLimit: number;
  #counted = 0;

  constructor(id: string, dailyLimit: number) {
    this.id = id;
    this.#dailyLimit = dailyLimit;
  }

  image(id: string | null): ImageModel | undefined {
    return this.images.find((image) => image.id === id);
  }

  /** What GET says of it: a frame that was merged stands as the image that it is a part of. */
  statusOf({ status, parentId }: ImageModel): ImageStatus {
    if (parentId === null) return status;
    const parent = this.image(parentId);
    return parent && !parent.isDeleted ? parent.status : "error";
  }

  /** Those that the order lists. */
  get shown(): readonly ImageModel[] {
    return this.images.filter(({ isDeleted, parentId }) => !isDeleted && parentId === null);
  }

  /** Once an image was begun, the order also waits for the uploads of others. */
  get isProcessing(): boolean {
    const isBegun = this.shown.some(({ status }) => status !== "registered");
    const isAwaited = (image: ImageModel) =>
      image.status === "registered" && this.#filesOf(image).some(({ bytes }) => bytes === null);
    return this.shown.some((image) => image.status === "processing" || (isBegun && isAwaited(image)));
  }

  /** Uploaded brackets that no grouping is about to take. */
  get waitingBrackets(): number {
    if ([...this.groupings.values()].some((ids) => ids === null)) return 0;
    const taken = new Set([...this.groupings.values()].flatMap((ids) => ids ?? []));
    return this.brackets.filter((bracket) => isHeld(bracket) && !taken.has(bracket.id)).length;
  }

  get orderStatus(): string {
    const all = this.shown.map(({ status }) => status);
    if (this.groupings.size > 0 || this.isProcessing) return "processing";
    if (all.every((status) => status === "registered")) return "waiting";
    return all.some((status) => status === "processed") ? "processed" : "error";
  }

  addImage(id: string): ImageModel {
    const image: ImageModel = {
      ...{ id, status: "registered", attempt: 0 },
      ...{ isDeleted: false, hasPicture: false, parentId: null },
    };
    this.images.push(image);
    return image;
  }

  /** The status that an upload is answered with. */
  upload(bracket: BracketModel, bytes: Buffer): number {
    if (bracket.isDeleted) return 404;
    if (bracket.bytes) return bracket.bytes.equals(bytes) ? 200 : 409;
    bracket.bytes = bytes;
    const image = this.image(bracket.imageId);
    if (image) this.#begin(image);
    return 200;
  }

  process(image: ImageModel): number {
    if (image.isDeleted) return 404;
    const files = this.#filesOf(image);
    if (image.parentId !== null || files.length === 0 || files.some(({ bytes }) => bytes === null)) return 409;
    this.#begin(image);
    return 200;
  }

  processOrder(lists: readonly (readonly BracketModel[])[]): number {
    if (this.isDeleted) return 404;
    const listed = lists.flat();
    const isTwice = new Set(listed).size < listed.length;
    return isTwice || listed.some((bracket) => !isHeld(bracket)) ? 422 : 200;
  }

  removeImage(image: ImageModel): number {
    if (image.isDeleted) return 404;
    image.isDeleted = true;
    for (const bracket of this.brackets) {
      const isOwn = bracket.imageId === image.id || (bracket.imageId === null && bracket.heldImageId === image.id);
      if (isOwn) bracket.isDeleted = true;
    }
    return 204;
  }

  removeBracket(bracket: BracketModel): number {
    if (bracket.isDeleted) return 404;
    bracket.isDeleted = true;
    return 204;
  }

  remove(): number {
    if (this.isDeleted) return 404;
    this.isDeleted = true;
    this.groupings.clear();
    for (const one of [...this.images, ...this.brackets]) one.isDeleted = true;
    return 204;
  }

  /** Whether the job fails. `placeOf`: the image that a bracket is seen to belong to afterwards. */
  group(
    { grouping, groupingId = "" }: { readonly grouping: Grouping; readonly groupingId?: string },
    outcome: Outcome,
    placeOf: ReadonlyMap<string, string>,
  ): boolean {
    if (this.isDeleted) return false;
    const held = this.brackets.filter(isHeld);
    const asksEngine = grouping.by !== "lists" && held.length > 0;
    if (asksEngine && outcome === "crashed") return true;
    for (const frames of setsOf(held, grouping, outcome)) this.#place(frames, placeOf.get(frames[0].id));
    this.groupings.delete(groupingId);
    return false;
  }

  /** Whether the job fails. */
  enhance({ imageId, attempt }: { readonly imageId: string; readonly attempt: number }, outcome: Outcome): boolean {
    const image = this.image(imageId);
    if (!image || image.isDeleted || image.attempt !== attempt || image.status !== "processing") return false;
    if (this.#filesOf(image).every(({ bytes }) => bytes === null)) image.status = "error";
    else if (outcome === "crashed") return true;
    else if (outcome === "refused") image.status = "error";
    else Object.assign(image, { status: "processed", hasPicture: true });
    return false;
  }

  /** The first image that a frame was registered as becomes the image of all; where there is none, a new one does. */
  #place(frames: readonly BracketModel[], seenId: string | undefined): void {
    const registered = frames.flatMap(({ heldImageId }) => this.image(heldImageId) ?? []);
    const [image = this.addImage(seenId ?? "none was seen"), ...others] = registered;
    for (const other of others) other.parentId = image.id;
    for (const frame of frames) frame.imageId = image.id;
    this.#begin(image);
  }

  #begin(image: ImageModel): void {
    if (this.#counted < this.#dailyLimit) {
      this.#counted++;
      image.attempt++;
      image.status = "processing";
    } else if (image.status === "registered") image.status = "error";
  }

  #filesOf({ id }: ImageModel): readonly BracketModel[] {
    return this.brackets.filter(({ imageId, isDeleted }) => imageId === id && !isDeleted);
  }
}

function isHeld({ isDeleted, imageId, bytes }: BracketModel): boolean {
  return !isDeleted && imageId === null && bytes !== null;
}

function setsOf(held: readonly BracketModel[], grouping: Grouping, outcome: Outcome): BracketModel[][] {
  if (grouping.by !== "lists") {
    const size = grouping.by === "size" ? grouping.size : framesBySight;
    return chunksOf(held, outcome === "refused" ? 1 : size);
  }
  const sets = grouping.lists.map((ids) => ids.flatMap((id) => held.find((bracket) => bracket.id === id) ?? []));
  return sets.filter((frames) => frames.length > 0);
}
