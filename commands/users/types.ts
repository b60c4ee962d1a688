/** Users of a company and invitations, as commands reach them. */
import type { Permission, Role } from '#contract/core/permissions.ts';
import type { CheckedAddress, Invite } from '#contract/invites/entities.ts';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import type { CompanyUser } from '#contract/users/entities.ts';
import type { Grant, UserEvent } from '#machines/invitation/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** A row of the list of users: who is in the company, and who is invited. */
export type Teammate = { readonly id: string; readonly name: string; readonly email: string; readonly role: Role; readonly numbers: readonly number[] } & (
  | { readonly user: CompanyUser; readonly invite: null }
  | { readonly user: null; readonly invite: Invite }
);

/** A pasted address while it is reviewed. */
export type InviteAddress = CheckedAddress & { readonly id: string; readonly isLeftOut: boolean };

/** A row of the permission matrix. */
export interface PermissionRow {
  readonly id: Permission;
  readonly title: string;
  readonly roles: readonly Role[];
}

export interface UserServices {
  /** All users of the company. */
  all(): Promise<readonly CompanyUser[]>;
  /** All numbers of the company that the person works. */
  numbers(): Promise<readonly PhoneNumber[]>;
  /** Opens the pane of invitations and checks a list. */
  invite(lines: readonly string[], grant: Grant): void;
  /** Sends the invitations that were reviewed; undo retracts what this added and nobody has opened. */
  confirm(): CommandOutcomePromise;
  retract(): CommandOutcomePromise;
  exclude(addresses: readonly InviteAddress[], isLeftOut: boolean): CommandOutcomePromise;
  /** Chooses the role of all that are reviewed. */
  setRole(role: Role): void;
  resend(invite: Invite): CommandOutcomePromise;
  changeRole(user: CompanyUser, role: Role): CommandOutcomePromise;
  changeNumbers(user: CompanyUser, numbers: readonly number[]): CommandOutcomePromise;
  /** Removes a user, or an invitation. */
  remove(teammate: Teammate): CommandOutcomePromise;
  /** The first and last name of the person. */
  rename(firstName: string, lastName: string): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface UsersTypes {
  readonly rows: { readonly teammate: Teammate; readonly inviteAddress: InviteAddress; readonly permissionRow: PermissionRow };
  readonly scopes: 'users' | 'invitation' | 'permissions';
  readonly panes: 'users' | 'invitation' | 'permissions';
  readonly services: { readonly users: UserServices };
  readonly flows: { readonly invitation: UserEvent };
}
