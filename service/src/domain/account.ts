/** Whose orders and images they are. */
export interface Account {
  readonly accountId: string;
  readonly email: string;
  readonly tier: string;
  readonly dailyLimit: number | null;
  /** What requests without the header x-api-version speak. */
  readonly apiVersion: string;
  readonly createdAt: Date;
}
