/** How the frames became one picture, by the method that the check accepted. */
const methods: Readonly<Record<string, string>> = {
  full: "The frames were merged, and what moved between them was removed.",
  "no-deghost": "The frames were merged without removing what moved.",
  mertens: "The frames were blended by a simpler method, which shows no errors here.",
  "single-frame": "Only one frame was used, since the others do not fit.",
  unmerged: "The frames were not merged.",
};

export function methodOf(rung: string): string {
  return methods[rung] ?? "";
}
