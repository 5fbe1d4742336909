import type { Shoot, Trait } from "../../fixtures/shoots/index.ts";
import type { Grouping } from "./methods.ts";

/** Counts over many shoots; plain data, so that processes can exchange them. */
export interface Score {
  sets: number;
  /** Sets equal to a group, file for file. */
  exact: number;
  /** Groups with files of at least two scenes. */
  falseMerges: number;
  nearBlank: number;
  /** Nearly white or black frames in a group that contains only their own set and most of its other frames. */
  nearBlankRight: number;
  bracketFiles: number;
  /** Files of brackets outside the group that contains most of their set. */
  missed: number;
  files: number;
  thumbnails: number;
  /** Wrong groups with a confidence of at least 0.9. */
  wrongButSure: number;
  wrong: number;
  /** One for each range of {@link confidenceRanges}; empty for methods without confidences. */
  confidences: ConfidenceScore[];
  traits: Partial<Record<Trait, TraitScore>>;
  failures: Failure[];
}

/** Lower bounds of the ranges by which confidences are counted. */
export const confidenceRanges = [0, 0.5, 0.7, 0.9, 0.99] as const;

export interface ConfidenceScore {
  groups: number;
  right: number;
  /** Sum of the groups' confidences. */
  said: number;
}

export interface TraitScore {
  sets: number;
  exact: number;
  falseMerges: number;
}

export interface Failure {
  readonly seed: number;
  readonly traits: readonly Trait[];
  readonly kind: "split" | "merged" | "split and merged";
  /** Whether one of the groups also contains files of another scene. */
  readonly mergesScenes: boolean;
  readonly expected: readonly string[];
  /** Contents of the groups that share a file with the set. */
  readonly found: readonly (readonly string[])[];
}

export function emptyScore(): Score {
  return {
    sets: 0,
    exact: 0,
    falseMerges: 0,
    nearBlank: 0,
    nearBlankRight: 0,
    bracketFiles: 0,
    missed: 0,
    files: 0,
    thumbnails: 0,
    wrongButSure: 0,
    wrong: 0,
    confidences: confidenceRanges.map(() => ({ groups: 0, right: 0, said: 0 })),
    traits: {},
    failures: [],
  };
}

/** Adds one shoot to a score. Throws if the grouping does not contain every file exactly once. */
export function addShoot(score: Score, shoot: Shoot, grouping: Grouping): void {
  const groupOf = indexGroups(shoot, grouping);
  score.files += shoot.files.length;
  score.thumbnails += grouping.thumbnailsRead;
  const merged = countFalseMerges(shoot, grouping);
  score.falseMerges += merged.size;
  for (const [index, set] of shoot.sets.entries()) {
    const groups = [...new Set(set.files.map((file) => groupOf[file]))];
    const isExact = groups.length === 1 && grouping.sets[groups[0]].length === set.files.length;
    score.sets++;
    if (isExact) score.exact++;
    else score.failures.push(failureOf(shoot, index, groups, grouping, merged));
    for (const trait of set.traits) {
      const sum = traitScore(score, trait);
      sum.sets++;
      if (isExact) sum.exact++;
      if (groups.some((group) => merged.has(group))) sum.falseMerges++;
    }
    if (set.isBracket) addBracket(score, shoot, index, groupOf, grouping);
  }
  addConfidences(score, shoot, grouping);
}

export function addScore(sum: Score, part: Score): void {
  for (const key of ["sets", "exact", "falseMerges", "nearBlank", "nearBlankRight"] as const) sum[key] += part[key];
  for (const key of ["bracketFiles", "missed", "files", "thumbnails", "wrongButSure", "wrong"] as const) {
    sum[key] += part[key];
  }
  for (const [i, { groups, right, said }] of part.confidences.entries()) {
    sum.confidences[i].groups += groups;
    sum.confidences[i].right += right;
    sum.confidences[i].said += said;
  }
  for (const [trait, { sets, exact, falseMerges }] of Object.entries(part.traits) as [Trait, TraitScore][]) {
    const known = traitScore(sum, trait);
    known.sets += sets;
    known.exact += exact;
    known.falseMerges += falseMerges;
  }
  sum.failures.push(...part.failures);
}

function traitScore({ traits }: Score, trait: Trait): TraitScore {
  const known = traits[trait] ?? { sets: 0, exact: 0, falseMerges: 0 };
  traits[trait] = known;
  return known;
}

function indexGroups(shoot: Shoot, grouping: Grouping): number[] {
  const groupOf: number[] = [];
  let placed = 0;
  for (const [group, files] of grouping.sets.entries()) {
    for (const file of files) {
      groupOf[file] = group;
      placed++;
    }
  }
  if (placed !== shoot.files.length || Object.keys(groupOf).length !== placed) {
    throw new RangeError(`seed ${shoot.seed}: ${shoot.files.length} files, ${placed} placed`);
  }
  return groupOf;
}

function countFalseMerges({ files, sets }: Shoot, grouping: Grouping): Set<number> {
  const merged = new Set<number>();
  for (const [group, members] of grouping.sets.entries()) {
    if (new Set(members.map((file) => sets[files[file].set].scene)).size > 1) merged.add(group);
  }
  return merged;
}

function addBracket(score: Score, { files, sets }: Shoot, index: number, groupOf: number[], grouping: Grouping): void {
  const members = sets[index].files;
  const counts = new Map<number, number>();
  for (const file of members) counts.set(groupOf[file], (counts.get(groupOf[file]) ?? 0) + 1);
  score.bracketFiles += members.length;
  score.missed += members.length - Math.max(...counts.values());
  const clear = members.filter((file) => !files[file].isNearBlank);
  for (const file of members) {
    if (!files[file].isNearBlank) continue;
    const group = grouping.sets[groupOf[file]];
    const isPure = group.every((other) => files[other].set === index);
    const together = clear.filter((other) => groupOf[other] === groupOf[file]).length;
    score.nearBlank++;
    if (isPure && 2 * together > clear.length) score.nearBlankRight++;
  }
}

function addConfidences(score: Score, { files, sets }: Shoot, { sets: groups, confidences }: Grouping): void {
  for (const [group, members] of groups.entries()) {
    const set = files[members[0]].set;
    const isRight = members.length === sets[set].files.length && members.every((file) => files[file].set === set);
    const said = confidences?.[group];
    if (said !== undefined) {
      const range = score.confidences[confidenceRanges.findLastIndex((least) => said >= least)];
      range.groups++;
      range.said += said;
      if (isRight) range.right++;
    }
    if (isRight) continue;
    score.wrong++;
    if (said !== undefined && said >= 0.9) score.wrongButSure++;
  }
}

function failureOf(
  shoot: Shoot,
  index: number,
  groups: readonly number[],
  grouping: Grouping,
  merged: ReadonlySet<number>,
): Failure {
  const { files, sets, seed } = shoot;
  const set = sets[index];
  const isMerged = groups.some((group) => grouping.sets[group].some((file) => files[file].set !== index));
  const kind = groups.length === 1 ? "merged" : isMerged ? "split and merged" : "split";
  const names = (members: readonly number[]) => members.map((file) => files[file].name).sort();
  const found = groups.map((group) => names(grouping.sets[group]));
  const mergesScenes = groups.some((group) => merged.has(group));
  return { seed, traits: [...set.traits], kind, mergesScenes, expected: names(set.files), found };
}
