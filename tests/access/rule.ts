/** Actions the people of a company may perform, by role. */
export const may = {
  'see the company': 'owner administrator billing reporting user',
  'change the company': 'owner administrator',
  'see its people': 'owner administrator user',
  'see its numbers': 'owner administrator billing reporting user',
  'say how numbers ring': 'owner administrator',
  'say where calls may go': 'owner',
  'read the inbox': 'owner administrator reporting user',
  'manage conversations': 'owner administrator user',
  'text people': 'owner administrator user',
  'write notes': 'owner administrator user',
  'see what happened': 'owner administrator reporting user',
  'see reports': 'owner administrator reporting',
  'judge calls': 'owner administrator user',
  'export calls': 'owner administrator reporting',
  'view contacts': 'owner administrator reporting user',
  'edit contacts': 'owner administrator user',
  'delete contacts': 'owner administrator',
  'silence numbers': 'owner administrator user',
  'edit numbers': 'owner administrator',
  'buy numbers': 'owner administrator',
  'manage custom fields': 'owner administrator',
  'look up callers': 'owner administrator user',
  'set custom field values': 'owner administrator user',
  'see blocked callers': 'owner administrator reporting user',
  'block callers': 'owner administrator user',
} as const satisfies Record<string, string>;

export type Deed = keyof typeof may;

export interface Rules {
  readonly company: (deed: Deed, done?: Answer) => Rule;
  readonly shared: (deed: Deed, gone?: Answer) => Rule;
  readonly onLine: (deed: Deed, gone?: Answer) => Rule;
  readonly signedIn: Rule;
}

/** Vocabulary of the policy: the caller, the owner of the row, the place, and the answer. */

export const columns = [
  'none',
  'A owner',
  'A administrator',
  'A billing',
  'A reporting',
  'A user',
  'B owner',
  'B administrator',
  'B billing',
  'B reporting',
  'B user',
  'organization administrator',
  'removed',
  'impersonating',
  'staff',
  'MFA pending',
] as const;

export type Column = (typeof columns)[number];

export const rows = ['own', 'others', 'foreign', 'missing'] as const;

export type Row = (typeof rows)[number];

/** `in A`: the row's id with A selected. `there`: with the company selected where the row is. */
export const places = ['in A', 'there'] as const;

export type Place = (typeof places)[number];

export type Answer = 'ok' | 400 | 401 | 403 | 404 | 409 | 410 | 422 | 502;

/** Rule of the policy: the answer to a caller, about a row, at a place; undefined: there is no such case, and none may be tried. */
export type Rule = (column: Column, row: Row, place: Place) => Answer | undefined;
