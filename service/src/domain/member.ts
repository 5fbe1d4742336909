import { domainToASCII, domainToUnicode } from "node:url";

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

/**
 * Trimmed and in lower case; undefined if it is not an e-mail address of at most 320 characters. A domain has one
 * spelling: those with invisible or wide characters, which mail servers read as another one, are refused.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  if (!emailForm.test(email) || email.length > 320) return undefined;
  const [, domain] = email.split("@");
  const ascii = domainToASCII(domain);
  const isOneSpelling = ascii === domain || domainToUnicode(ascii) === domain;
  return ascii !== "" && isOneSpelling ? email : undefined;
}

/** The mailbox that an address reaches, whatever its tag and the spelling of its domain: for counting e-mails to it. */
export function mailboxOf(email: string): string {
  const [name, domain] = email.split("@");
  return `${name.replace(/\+.*/, "")}@${domainToASCII(domain).replace(/\.$/, "")}`;
}
