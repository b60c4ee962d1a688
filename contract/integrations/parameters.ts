/** The map of parameters as people type it: one per line, the name in Google Analytics and the fact it carries, `call_source = source`. */

import { type ParameterField, parameterFields } from './enums.ts';
import { integrationLimits } from './limits.ts';

/** A parameter of an event. */
export interface EventParameter {
  readonly name: string;
  readonly field: ParameterField;
}

/** Parameters of a new integration. */
export const initialParameters: readonly EventParameter[] = [
  { name: 'call_source', field: 'source' },
  { name: 'call_campaign', field: 'campaign' },
  { name: 'call_duration', field: 'duration' },
];

/** Names every event has from us, or that Google keeps for itself. */
const ownNames: ReadonlySet<string> = new Set(['engagement_time_msec', 'debug_mode', 'conversion_id', 'currency', 'value', 'session_id']);
const reservedStarts = /^(?:_|firebase_|ga_|google_|gtag\.)/;

/** Checks the name of a parameter; null: Google Analytics takes it. */
export function checkParameterName(name: string): string | null {
  if (name.length > integrationLimits.parameterName) return `Use a name of up to ${integrationLimits.parameterName} letters`;
  if (reservedStarts.test(name) || ownNames.has(name)) return `“${name}” is reserved. Use another name`;
  return /^[A-Za-z]\w*$/.test(name) ? null : 'Use a name like call_source: letters, digits and _';
}

const isField = (text: string): text is ParameterField => parameterFields.some((field) => field === text);

/** Reads a map of parameters; blank lines are skipped. */
export function parseParameters(
  text: string,
): { readonly ok: true; readonly value: readonly EventParameter[] } | { readonly ok: false; readonly message: string } {
  const parameters: EventParameter[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [, name = '', field = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === '') return { ok: false, message: `Can’t read “${line}”. Try call_source = source` };
    const fault = checkParameterName(name);
    if (fault !== null) return { ok: false, message: fault };
    if (!isField(field)) return { ok: false, message: `No field “${field}”. Use one of: ${parameterFields.join(', ')}` };
    if (parameters.some((each) => each.name === name)) return { ok: false, message: `“${name}” appears more than once` };
    parameters.push({ name, field });
  }
  if (parameters.length > integrationLimits.parameters) return { ok: false, message: `Up to ${integrationLimits.parameters} parameters` };
  return { ok: true, value: parameters };
}

/** Prints a map as it is typed. */
export const formatParameters = (parameters: readonly EventParameter[]): string => parameters.map(({ name, field }) => `${name} = ${field}`).join('\n');
