/** What an account pays for; limits may differ between them. */
export const tiers = ["trial", "essential", "standard", "enterprise"] as const;

export type Tier = (typeof tiers)[number];

/** The tier of a name in any case; `testing` is another name of `trial`. Undefined where there is none. */
export function findTier(name: string): Tier | undefined {
  const lower = name.trim().toLowerCase();
  return tiers.find((tier) => tier === (lower === "testing" ? "trial" : lower));
}
