/** What a member of an account may do; each role may also do what those before it may. */
export const memberRoles = ["viewer", "editor", "owner"] as const;

export type MemberRole = (typeof memberRoles)[number];

/** What a page requires: the lowest role, or that the member operates the service. */
export type Access = MemberRole | "operator";

/** A person who signs in to an account. */
export interface Member {
  readonly memberId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly isOperator: boolean;
}

export function mayUse({ role, isOperator }: Pick<Member, "role" | "isOperator">, access: Access): boolean {
  return access === "operator" ? isOperator : memberRoles.indexOf(role) >= memberRoles.indexOf(access);
}

/** An address that one person can be sent e-mails at; lists and names around it are refused. */
const emailForm = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/;

/** Dots that mail servers read as full stops, and invisible characters, which they ignore. */
const otherSpelling = /[\u3002\uff0e\uff61]|\p{Default_Ignorable_Code_Point}/u;

/**
 * Trimmed and in lower case; undefined if it is not an e-mail address of at most 320 characters. A domain has one
 * spelling: those with invisible or wide characters, which mail servers read as another one, are refused.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  if (!emailForm.test(email) || email.length > 320) return undefined;
  const [, domain] = email.split("@");
  const isOneSpelling = domain.normalize("NFKC") === domain && !otherSpelling.test(domain);
  return isOneSpelling && hostOf(domain) !== undefined ? email : undefined;
}

/** The mailbox that an address reaches, whatever its tag and the spelling of its domain: for counting e-mails to it. */
export function mailboxOf(email: string): string {
  const [name, domain] = email.split("@");
  return `${name.replace(/\+.*/, "")}@${(hostOf(domain) ?? domain).replace(/\.$/, "")}`;
}

/** A domain in ASCII, as servers are looked up; undefined if it is none. */
function hostOf(domain: string): string | undefined {
  const address = `http://${domain}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, href } = new URL(address);
  return href === `http://${hostname}/` ? hostname : undefined;
}
