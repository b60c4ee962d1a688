/** Routings of the numbers of the demo world, made from their lists. */

import type { RingRoute } from '#contract/routing/entities.ts';
import { createRoute, getRouteType } from '#contract/routing/rules.ts';
import { type Preset, presetLabel, presets } from '#contract/text/hour.ts';
import { applyPreset, createHours } from '#contract/text/hours.ts';
import { parseHours } from '#contract/text/hoursText.ts';
import type { NumberRow, Rows } from './rows.ts';

const saturdaysToo = 'mon-fri 8-6, sat 9-2';

function getPreset(label: string): Preset {
  return presets.find((each) => presetLabel[each] === label) ?? 4;
}

/** The routing of a number; `forwards` are the phones of the company, the number's own first. */
export function createRouting(number: NumberRow, forwards: readonly string[], timezone: string): Rows['number_routings'] {
  const preset = getPreset(number.hours_label);
  const hours = applyPreset(createHours(timezone, preset), preset);
  const custom = preset === 4 ? parseHours(saturdaysToo, hours) : null;
  const several = ['simultaneous', 'sequential', 'geo'].includes(number.routing_type);
  const phones =
    number.forward_number === null
      ? []
      : several
        ? [number.forward_number, ...forwards.filter((phone) => phone !== number.forward_number)]
        : [number.forward_number];
  const stored = number.routing_type === 'geo' || number.routing_type === 'in-app-calling' ? number.routing_type : undefined;
  const stagger = number.routing_type === 'sequential';
  const route: RingRoute = {
    ...createRoute(`n${number.id}`),
    label: number.label.replace(/["“”]/g, ''),
    stagger,
    forwards: phones.map((phone, at) => ({ id: `n${number.id}-${at}`, number: phone })),
    type: getRouteType({ type: stored, forwards: phones, stagger }, preset),
  };
  return { number_id: number.id, company_id: number.company_id, routes: JSON.stringify([route]), hours: JSON.stringify(custom?.ok ? custom.value : hours) };
}
