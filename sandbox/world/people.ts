/** The people of the demo world, and how they sign in. */
import type { Role } from '#contract/core/permissions.ts';

/** The password of every demo person. */
export const demoPassword = 'keyline demo';
/** The authenticator secret (base32) of the people with a second factor. */
export const demoMfaSecret = 'KEYLINEDEMOMFASECRET234567ABCDEF';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly timezone: string;
  /** The role in the first company; null for staff, who are in none. */
  readonly role: Role | null;
  /** Also works in the other companies: as what. */
  readonly elsewhere: Role | null;
  readonly isStaff: boolean;
  readonly hasMfa: boolean;
  /** Description of the person in the start banner and on the sign-in page. */
  readonly note: string;
}

const createPerson = (id: number, email: string, firstName: string, lastName: string, role: Role | null, note: string, more: Partial<Person> = {}): Person => ({
  id,
  email,
  firstName,
  lastName,
  timezone: 'America/Los_Angeles',
  role,
  elsewhere: null,
  isStaff: false,
  hasMfa: false,
  note,
  ...more,
});

/** Everybody who signs in: the five roles, one with a second factor, one of the staff with one. */
export const people: readonly Person[] = [
  createPerson(1, 'ana@northwind.example', 'Ana', 'Kovač', 'owner', 'owner'),
  createPerson(2, 'jo@northwind.example', 'Jo', 'Park', 'administrator', 'administrator'),
  createPerson(3, 'beatriz@northwind.example', 'Beatriz', 'Álvarez', 'billing', 'billing'),
  createPerson(4, 'ravi@northwind.example', 'Ravi', 'Menon', 'reporting', 'reporting'),
  createPerson(5, 'uma@northwind.example', 'Uma', 'Sørensen', 'user', 'agent in all companies', { elsewhere: 'user' }),
  createPerson(6, 'mfa@northwind.example', 'Mira', 'Feld', 'administrator', 'administrator, two-factor', {
    elsewhere: 'administrator',
    hasMfa: true,
    timezone: 'America/Chicago',
  }),
  createPerson(7, 'staff@keyline.example', 'Sunniva', 'Dahl', null, 'support staff, two-factor', {
    isStaff: true,
    hasMfa: true,
    timezone: 'Europe/Oslo',
  }),
];

/** Returns a person's name as lists show it beside an action. */
export const formatActorName = (who: Pick<Person, 'firstName' | 'lastName'>): string => `${who.firstName} ${who.lastName}`;

interface DemoSignIn {
  readonly email: string;
  readonly name: string;
  readonly note: string;
  readonly password: string;
  /** Base32; null without two-factor authentication. */
  readonly mfaSecret: string | null;
}

/** Sign-ins of the demo for the start banner and the sign-in page: first what most people try. */
export const demoSignIns: readonly DemoSignIn[] = people.map((who) => ({
  email: who.email,
  name: formatActorName(who),
  note: who.note,
  password: demoPassword,
  mfaSecret: who.hasMfa ? demoMfaSecret : null,
}));
