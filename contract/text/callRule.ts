/** Rules of integrations: a search of calls in one line, `longer:60 first tag:sales`, which a call has to fit to be told. What isn’t known when a call ends can’t be a rule. */
import { type CallQuery, type CallQueryContext, parseCallQuery } from './callQuery.ts';

/** Letters of a rule. */
export const maxRuleLength = 300;

type ReadRule = { readonly ok: true; readonly value: CallQuery } | { readonly ok: false; readonly error: string };

/** Parts of a search that a rule can’t have, and why. */
const unfit = [
  ['span', 'A rule can’t name days: it holds for calls from now on'],
  ['words', 'A rule can’t look for words: the transcript comes after the call was told'],
  ['from', 'A rule can’t name callers'],
] as const;

/** Reads a rule. `error`: words to act on. Without a world any name of a tag or number is taken. */
export function parseRule(line: string, world?: CallQueryContext): ReadRule {
  if (line.length > maxRuleLength) return { ok: false, error: `Use ${maxRuleLength} characters or fewer` };
  const read = parseCallQuery(line, world);
  if (!read.ok) return { ok: false, error: read.faults[0]?.message ?? 'Can’t read this rule' };
  const fault = unfit.find(([part]) => read.value[part] !== undefined);
  if (fault) return { ok: false, error: fault[1] };
  return Object.keys(read.value).length === 0 ? { ok: false, error: 'Enter a rule, like longer:60' } : read;
}
