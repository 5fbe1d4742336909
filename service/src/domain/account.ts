/** The owner of orders and images. */
export interface Account {
  readonly accountId: string;
  readonly email: string;
  readonly tier: string;
  readonly dailyLimit: number | null;
  /** The version of requests without the header x-api-version. */
  readonly apiVersion: string;
  readonly createdAt: Date;
}
