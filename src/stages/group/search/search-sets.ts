import type { Gallery } from "../pictures/index.ts";
import { isSameScene, likenessMiddle, likenessOf, mostInFavour, type Sight, sightAcross } from "../pictures/index.ts";
import type { Shot } from "../shots/index.ts";
import type { Partition, Segment } from "./cut.ts";
import type { Search } from "./round.ts";

/** With a margin above this, no picture could split what the headers join. */
const safeMargin = 6;

/** After so long a pause, the next frame may as well be of another room. */
const longPauseS = 4;
/** Sets that are compared to see how alike the shoot's scenes are; never neighbours, which may be one scene taken again. */
const comparedSets = 8;
const leastPairs = 6;
const mostlyAlike = 0.4;
/** One scene is at least so much more alike than two of such rooms. */
const clearlyMore = 0.06;

/** What the pictures of a sequence showed where they were looked at. */
export class Looks {
  readonly sights = new Map<number, Sight>();
  readonly #search: Search;
  readonly #gallery: Gallery;
  #middle = likenessMiddle;

  constructor(search: Search, gallery: Gallery) {
    this.#search = search;
    this.#gallery = gallery;
  }

  /** The best cut by what the headers say and the pictures showed; with hope, pictures not looked at show the most that they could. */
  cut(isHopeful = false): Partition {
    const { links, shots } = this.#search;
    const scores = links.map(({ score, gapS }, i) => {
      const unseen = isHopeful ? mostInFavour(shots[i], shots[i + 1], gapS) : 0;
      return score + (this.sights.get(i)?.score ?? unseen);
    });
    return this.#search.cut(scores);
  }

  /**
   * Looks at the pictures on both sides of every link that they could turn: those that hold only if the pictures agree, and those
   * that would hold if every picture agreed, and those beside a file that lost its time. Repeats until nothing is left to look at.
   */
  async lookWhereItMatters(): Promise<void> {
    const { links, shots } = this.#search;
    for (;;) {
      const plain = this.cut();
      const hopeful = this.cut(true);
      const open: number[] = [];
      for (let link = 0; link < links.length; link++) {
        if (this.sights.has(link) || links[link].score === Number.NEGATIVE_INFINITY) continue;
        const [now, atBest] = [plain.margins[link], hopeful.margins[link]];
        if (links[link].isLost || (now < safeMargin && atBest > 0)) open.push(link);
      }
      if (open.length === 0) return;
      await this.#gallery.load(open.flatMap((link) => [shots[link], shots[link + 1]]));
      for (const link of open) this.#look(link);
    }
  }

  /**
   * Hotel rooms are furnished alike: where a likeness alone joins frames over a long pause, looks how alike scenes are that surely differ,
   * and asks for more than that.
   */
  async doubtLookAlikes(): Promise<void> {
    const { links } = this.#search;
    const { segments, margins } = this.cut();
    const isDoubtful = (link: number) => {
      const { score } = this.sights.get(link) ?? { score: 0 };
      return margins[link] > 0 && margins[link] < score && (links[link].gapS ?? longPauseS) >= longPauseS;
    };
    if (![...this.sights.keys()].some(isDoubtful)) return;
    const alike = await this.#likenessOfOthers(segments);
    if (alike === undefined) return;
    this.#middle = Math.min(0.95, alike + clearlyMore);
    for (const link of this.sights.keys()) this.#look(link);
    await this.lookWhereItMatters();
  }

  #look(link: number): void {
    const { links, shots } = this.#search;
    this.sights.set(link, sightAcross(this.#gallery, shots, link, links[link].gapS, this.#middle));
  }

  /** How alike most of the shoot's scenes are, where they are. */
  async #likenessOfOthers(segments: readonly Segment[]): Promise<number | undefined> {
    const stride = Math.max(2, segments.length / comparedSets);
    const shots: Shot[] = [];
    for (let at = 0; at < segments.length; at += stride) shots.push(this.#firstOf(segments[Math.floor(at)]));
    await this.#gallery.load(shots);
    const likenesses: number[] = [];
    let pairs = 0;
    for (const [i, shot] of shots.entries()) {
      for (const other of shots.slice(i + 1)) {
        const similarity = other.size === shot.size ? this.#gallery.compare(shot, other) : undefined;
        if (similarity === undefined) continue;
        pairs++;
        if (isSameScene(similarity)) likenesses.push(likenessOf(similarity));
      }
    }
    if (pairs < leastPairs || likenesses.length < mostlyAlike * pairs) return undefined;
    return likenesses.sort((a, b) => a - b)[Math.floor(0.75 * likenesses.length)];
  }

  /** Of the frames whose pictures were read the first, else the first. */
  #firstOf({ first, last }: Segment): Shot {
    const members = this.#search.shots.slice(first, last + 1);
    return members.find((shot) => this.#gallery.has(shot)) ?? members[0];
  }
}
