/** Effects of a template on numbers: computed for the preview and for the batch by the same functions. */

import type { Routing } from '#contract/routing/entities.ts';
import type { TemplateDifference, TemplatePreview } from '#contract/templates/entities.ts';
import { formatHours } from '#contract/text/hoursText.ts';
import { formatRoutingLine } from '#contract/text/routingLine.ts';
import { findLoop } from '#machines/call/index.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { listRoutings, type NumberRouting } from '../routing/repository.ts';
import type { TemplateRouting } from './queries.ts';

/** Why numbers are left out, of one and of several; the words follow the count. */
const reasons = {
  same: ['already uses this routing', 'already use this routing'],
  fax: ['fax number (no call routing)', 'fax numbers (no call routing)'],
  loop: ['would forward to itself', 'would forward to themselves'],
} as const;

type Names = readonly { readonly id: number; readonly name: string }[];

/** The routing a number gets: the template's, in the number's own time zone. */
const routingFrom = (template: TemplateRouting, { routing }: NumberRouting): Routing => ({
  ...template,
  numberId: routing.numberId,
  hours: { ...template.hours, timezone: routing.hours.timezone },
  version: routing.version,
});

function formatRoutingLines(routing: Routing, names: Names): Record<'rings' | 'hours' | 'greeting' | 'voicemail' | 'recording', string> {
  const nameOf = (id: number | null) => (id === null ? 'none' : (names.find((each) => each.id === id)?.name ?? `#${id}`));
  return {
    rings: formatRoutingLine(routing.routes, names),
    hours: `Hours: ${formatHours(routing.hours)}`,
    greeting: `Greeting: ${nameOf(routing.greetingId)}`,
    voicemail: `Before the tone: ${nameOf(routing.voicemailGreetingId)}`,
    recording: `Calls are ${routing.recordCalls ? `recorded, announcement ${routing.announceRecording ? 'on' : 'off'}` : 'not recorded'}`,
  };
}

/** The parts that differ, before and after; null when none does. */
function findDifference(before: Routing, after: Routing, names: Names): Pick<TemplateDifference, 'before' | 'after'> | null {
  const [was, is] = [formatRoutingLines(before, names), formatRoutingLines(after, names)];
  const parts = (['rings', 'hours', 'greeting', 'voicemail', 'recording'] as const).filter((part) => was[part] !== is[part]);
  return parts.length === 0 ? null : { before: parts.map((part) => was[part]), after: parts.map((part) => is[part]) };
}

type Judged =
  | { readonly skipped: keyof typeof reasons }
  | { readonly entry: NumberRouting; readonly after: Routing; readonly difference: Pick<TemplateDifference, 'before' | 'after'> };

/** Computes the effect of a template on each of these numbers of the open company; removed ones are not among them. */
export async function classifyNumbers(ids: readonly number[], template: TemplateRouting): Promise<Judged[]> {
  const all = await listRoutings();
  const names = await currentTransaction().selectFrom('greetings').select(['id', 'name']).where(isOwnOrShared('greetings')).execute();
  const own = new Map(all.map(({ number, routing }) => [number, routing]));
  const phones = [...new Set(template.routes.flatMap(({ forwards }) => forwards.map(({ number }) => number)))];
  const wanted = new Set(ids);
  return all
    .filter(({ routing, status }) => wanted.has(routing.numberId) && status !== 2)
    .map((entry): Judged => {
      if (entry.isFax) return { skipped: 'fax' };
      const after = routingFrom(template, entry);
      const difference = findDifference(entry.routing, after, names);
      if (!difference) return { skipped: 'same' };
      return phones.some((phone) => findLoop(phone, { called: entry.number, own })) ? { skipped: 'loop' } : { entry, after, difference };
    });
}

/** Differences and names told of a look ahead. */
const told = { differences: 3, names: 3 } as const;

/** The look ahead, with numbers that change alike together. */
export function toPreview(judged: readonly Judged[]): TemplatePreview {
  const alike = new Map<string, TemplateDifference>();
  let changed = 0;
  for (const each of judged) {
    if ('skipped' in each) continue;
    changed += 1;
    const key = JSON.stringify(each.difference);
    const group = alike.get(key) ?? { count: 0, sample: [], ...each.difference };
    const name = each.entry.label || each.entry.number;
    alike.set(key, { ...group, count: group.count + 1, sample: group.sample.length < told.names ? [...group.sample, name] : group.sample });
  }
  const skipped = (Object.keys(reasons) as (keyof typeof reasons)[]).map((reason) => {
    const count = judged.filter((each) => 'skipped' in each && each.skipped === reason).length;
    return { count, reason: reasons[reason][count === 1 ? 0 : 1] };
  });
  return {
    count: judged.length,
    changed,
    skipped: skipped.filter(({ count }) => count > 0),
    differences: [...alike.values()].sort((a, b) => b.count - a.count).slice(0, told.differences),
  };
}
