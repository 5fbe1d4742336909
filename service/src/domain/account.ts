/** The owner of orders and images. */
export interface Account {
  readonly accountId: string;
  readonly email: string;
  readonly tier: string;
  /** Limits of this account alone; null: what the limits file, the tier or the settings say. */
  readonly dailyLimit: number | null;
  readonly sameNameLimit: number | null;
  readonly storageMb: number | null;
  readonly retentionDays: number | null;
  /** The version of requests without the header x-api-version. */
  readonly apiVersion: string;
  readonly createdAt: Date;
}

/** The plan of an account; limits may differ between tiers. */
export const tiers = ["trial", "essential", "standard", "enterprise"] as const;

export type Tier = (typeof tiers)[number];

/** The tier of a name, regardless of case; `testing` is another name of `trial`. Undefined if it is unknown. */
export function findTier(name: string): Tier | undefined {
  const lower = name.trim().toLowerCase();
  return tiers.find((tier) => tier === (lower === "testing" ? "trial" : lower));
}
