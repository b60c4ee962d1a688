/**
 * New passwords: none that many people have, none made of the person's own name, e-mail or company (ASVS 6.2.4). No rules of composition: length and rarity
 * decide. The list is read when the first new password comes, so that a start does not wait for it.
 */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { toPlainLetters } from '../../lists/letters.ts';
import { hashPassword } from './password.ts';

/** Spellings that stand for letters: `p4$$w0rd`. */
const lookalikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };
const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign);

let common: Promise<ReadonlySet<string>> | undefined;
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}

/** Below ten to this many guesses (by zxcvbn: words, names of keys, sequences, dates and repeats) a password is found from a stolen hash in minutes. */
const minGuessesLog10 = 9;

let estimator: Promise<(password: string) => number> | undefined;
function guessesLog10(): Promise<(password: string) => number> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) => {
    const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
    return (password) => factory.check(password).guessesLog10;
  });
  return estimator;
}

/** Digits alone are a phone number, a date or an account; so many of them are neither. */
const minDigits = 16;
const isFewDigits = (text: string) => !/\p{L}/u.test(text) && /^[\d\s\p{P}+]*$/u.test(text) && text.replace(/\D/g, '').length < minDigits && /\d{3}/.test(text);

/** Characters around a common password that make it no rarer: a year, `123`, `!!`. */
const maxAround = 6;

/** The part of a text that is said again and again; the text itself where nothing is. */
function repeatedPart(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const part = text.slice(0, size);
    if (part.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return part;
  }
  return text;
}

/** Longer than any common password with what may stand around it: others are not common. */
const maxCompared = 60;
/** A part that short is no secret, however often it is repeated. */
const maxRepeated = 3;

async function isCommon(password: string): Promise<boolean> {
  const plain = password.normalize('NFKC').toLowerCase();
  const part = repeatedPart(plain);
  if (part.length <= maxRepeated || isFewDigits(plain)) return true;
  if (part.length > maxCompared) return false;
  const known = await commonPasswords();
  const spellings = [plain, part].flatMap((text) => [text, text.replace(/\s/g, '')]);
  const bases = spellings.flatMap((text) => {
    const base = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
    return text.length - base.length <= maxAround ? [text, base] : [text];
  });
  if (bases.some((text) => known.has(text) || known.has(unleet(text)))) return true;
  return (await guessesLog10())(password) < minGuessesLog10;
}

/** Words a password must not be made of: names, email address and companies of its user. */
type OwnWords = readonly string[];

/** Shorter words stand in other words by chance. */
const minOwnWord = 3;
/** So much has to be left of a password without the own words in it. */
const minRest = 6;

const letters = (text: string) => toPlainLetters(text).replace(/[^\p{L}\p{N}]/gu, '');

function isOfOwnWords(password: string, own: OwnWords): boolean {
  const words = ['keyline', ...own].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map(letters);
  const used = [...new Set(words)].filter((word) => word.length >= minOwnWord).sort((a, b) => b.length - a.length);
  const whole = letters(password);
  let rest = whole;
  for (const word of used) rest = rest.replaceAll(word, '');
  return rest !== whole && rest.length < minRest;
}

/** The hash of a new password. Refuses (422, `password`) one that is easily guessed. */
export async function hashNewPassword(password: string, own: OwnWords): Promise<string> {
  const refuse = (message: string) => new AppError('invalid', { field: 'password', message });
  if (isOfOwnWords(password, own)) throw refuse('Don’t build your password from your name, email or company');
  if (await isCommon(password)) throw refuse('This password is easy to guess. Choose a less common one.');
  return hashPassword(password);
}

/** The own words of an account: its names, e-mail and the companies it belongs to. In the open identity transaction. */
export async function listOwnWords(userId: number): Promise<OwnWords> {
  const { rows } = await sql<{ word: string }>`
    select unnest(array[email::text, first_name, last_name, first_name || last_name]) as word from users where id = ${userId}
    union all select c.name from companies c join memberships m on m.company_id = c.id where m.user_id = ${userId}
    union all select o.name from organizations o join organization_users u on u.organization_id = o.id where u.user_id = ${userId}`.execute(
    currentTransaction(),
  );
  return rows.map(({ word }) => word);
}
