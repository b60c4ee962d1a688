/**
 * Reading phone numbers (spec 1.5, RULE-037 to RULE-040) with the full rules of every country. Numbers of the North American plan, in the shapes
 * people write them, are matched against the library's own patterns without its parser, which costs ten times as much; the answers are the same.
 */

import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import * as z from 'zod/mini';

function parse(typed: string): string | null {
  const parsed = parsePhoneNumberFromString(typed);
  return parsed?.isValid() ? parsed.number : null;
}

/** The number in E.164: as given when it is valid, else retried with `+1-`; null when it is none (`abc`, `123`). */
function parseAnyNumber(typed: string): string | null {
  const trimmed = typed.trim();
  return parse(trimmed) ?? parse(`+1-${trimmed}`);
}

/** Positions in the library’s description of a country. */
const at = { pattern: 2, leadingDigits: 10, types: 11 } as const;
const Pattern = z.string().check(z.minLength(1));

interface Plan {
  readonly leadingDigits: RegExp | null;
  isValid(national: string): boolean;
}

function readPlan(country: readonly unknown[]): Plan {
  const toRegExp = (pattern: string) => new RegExp(`^(?:${pattern})$`);
  const general = toRegExp(Pattern.parse(country[at.pattern]));
  const patterns = z
    .array(z.unknown())
    .parse(country[at.types])
    .flatMap((type) => {
      const found = Pattern.safeParse(Array.isArray(type) ? type[0] : type);
      return found.success ? [toRegExp(found.data)] : [];
    });
  const leading = Pattern.safeParse(country[at.leadingDigits]);
  return {
    leadingDigits: leading.success ? new RegExp(`^(?:${leading.data})`) : null,
    isValid: (national) => general.test(national) && patterns.some((pattern) => pattern.test(national)),
  };
}

const Countries = z.record(z.string(), z.array(z.unknown()));

let plans: readonly Plan[] | undefined;

/** The countries of calling code 1, in the library's order; read once. */
function listPlans(): readonly Plan[] {
  if (plans === undefined) {
    const countries = Countries.parse(metadata.countries);
    plans = (metadata.country_calling_codes['1'] ?? []).map((code) => readPlan(countries[code] ?? []));
  }
  return plans;
}

function isNorthAmerican(national: string): boolean {
  for (const { leadingDigits, isValid } of listPlans()) {
    if (leadingDigits === null ? isValid(national) : leadingDigits.test(national)) return leadingDigits === null || isValid(national);
  }
  return false;
}

/** Ten digits, with or without the 1 and what people put between them. */
const usualShape = /^\s*(?:\+?1[ .-]?)?\(?([2-9]\d\d)\)?[ .-]?(\d{3})[ .-]?(\d{4})\s*$/;

/** The number in E.164: as given when it is valid, else retried with `+1-`; null when it is none (`abc`, `123`). */
export function normalisePhone(typed: string): string | null {
  const parts = usualShape.exec(typed);
  if (parts) {
    const national = `${parts[1]}${parts[2]}${parts[3]}`;
    if (isNorthAmerican(national)) return `+1${national}`;
  }
  return parseAnyNumber(typed);
}

/** A number that a spreadsheet wrote as `1.4155550134E+10` or behind an apostrophe: with its digits. */
export function recoverNumber(cell: string): string {
  const text = cell.trim().replace(/^'(?=[+\d(])/, '');
  return /^\d(?:\.\d+)?e\+?\d{1,2}$/i.test(text) ? Number(text).toFixed(0) : text;
}
