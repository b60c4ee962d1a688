/** Fields of changes that no read tells as they were sent, of all areas: what they do instead, and the test that shows it. */

import type { AccessArea } from '../access/area.ts';
import * as areas from '../areas.ts';
import type { Excuse } from './excuse.ts';

const excuses: readonly Excuse[] = Object.entries(areas).flatMap(([name, { excuses = [] }]: [string, AccessArea]) =>
  excuses.map((excuse) => ({ ...excuse, fields: excuse.fields.map((field) => `${name}.${field}`) })),
);

const fits = (entry: string, field: string): boolean => {
  const parts = field.split('.');
  return entry.split('.').every((part, at) => part === '*' || part === parts[at]);
};

/** Returns the effect of a field whose value is not returned as it was sent; null where it is. */
export const excusedBy = (field: string): string | null => excuses.find(({ fields }) => fields.some((entry) => fits(entry, field)))?.does ?? null;

/** Entries that are of no field. */
export const unusedExcuses = (taken: readonly string[]): string[] =>
  excuses.flatMap(({ fields }) => fields).filter((entry) => !taken.some((field) => fits(entry, field)));

/** Each test that is named, as file and title. */
export const namedTests = (): readonly (readonly [file: string, title: string])[] =>
  excuses.flatMap(({ shownBy }) => {
    if (shownBy === null) return [];
    const [file = '', ...title] = shownBy.split(': ');
    return [[file, title.join(': ')] as const];
  });
