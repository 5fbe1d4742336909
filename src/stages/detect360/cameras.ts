import type { Camera } from "../../image/index.ts";

/**
 * Makes and models that take full spheres; as written in EXIF. Some of them also store the unstitched fisheye pair at
 * 2:1, so the name alone proves nothing.
 */
const spherical = [
  /\bTHETA\b/i,
  /insta ?360|arashi vision/i,
  /\bSM-(?:C200|R210)\b|gear 360/i,
  /kandao|qoocam|obsidian/i,
  /gopro (?:max|fusion)|^(?:max2?|fusion)$/i,
  /keymission 360/i,
  /\bLG-R105\b|lg 360/i,
  /mi sphere|mijia.*360|\bMJXJ\b|madventure 360|yi 360/i,
  /virb 360/i,
  /vuze|humaneyes/i,
  /labpano|pilot (?:era|one|lock)|panox/i,
  /osmo 360/i,
  /panono|matterport|istar|bublcam|trisio|z ?cam (?:s1|v1)/i,
];

/** The name of a known 360° camera, or undefined. */
export function find360Camera({ make = "", model = "" }: Camera): string | undefined {
  const isKnown = spherical.some((pattern) => pattern.test(model) || pattern.test(make));
  return isKnown ? model || make : undefined;
}
