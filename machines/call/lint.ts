/** Finds errors and risks in the routing of a number. */

import type { RingRoute, Routing } from '#contract/routing/entities.ts';
import { findHoursFault, getEffectiveDay, getSpan, weekdays } from '#contract/text/hours.ts';
import { displayPhone } from '#contract/text/phone.ts';

/** `error`: a call fails or a phone never rings; `warning`: it may not do what one expects. */
export interface Lint {
  readonly level: 'error' | 'warning';
  readonly code: 'unreachable' | 'neverOpen' | 'refused' | 'loop' | 'ownVoicemail' | 'absent';
  readonly message: string;
  /** The extension it is about; null for the number as a whole. */
  readonly extension: number | null;
}

export interface LintContext {
  readonly called: string;
  /** Why a phone is not rung, by number. */
  readonly refused: Readonly<Record<string, string>>;
  /** Why a person's phone never rings although it might, by number. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Routings of the company's own numbers, by number: a forward to one of them goes on there. */
  readonly own: ReadonlyMap<string, Pick<Routing, 'routes'>>;
}

/** Seconds after which most mobiles answer with a voicemail of their own. */
export const mobileVoicemailSeconds = 20;

const listTargets = (routing: Pick<Routing, 'routes'> | undefined) => routing?.routes.flatMap(({ forwards }) => forwards.map(({ number }) => number)) ?? [];

/** The way from a phone back to the number that was called, over own numbers; null when there is none. */
export function findLoop(number: string, { called, own }: Pick<LintContext, 'called' | 'own'>): readonly string[] | null {
  const seen = new Set<string>();
  const waiting: string[][] = [[number]];
  for (let way = waiting.pop(); way !== undefined; way = waiting.pop()) {
    const last = way.at(-1) ?? '';
    if (last === called) return way;
    if (seen.has(last)) continue;
    seen.add(last);
    for (const next of listTargets(own.get(last))) waiting.push([...way, next]);
  }
  return null;
}

function lintRoute(route: RingRoute, world: LintContext): Lint[] {
  const createLint = (level: Lint['level'], code: Lint['code'], message: string): Lint => ({ level, code, message, extension: route.extension });
  const found: Lint[] = [];
  for (const { number } of route.forwards) {
    const reason = world.refused[number];
    if (reason !== undefined) found.push(createLint('error', 'refused', `${displayPhone(number)}: ${reason}`));
    const absent = world.absent?.[number];
    if (absent !== undefined) found.push(createLint('warning', 'absent', `${displayPhone(number)}: ${absent}`));
    const loop = findLoop(number, world);
    if (loop)
      found.push(
        createLint(
          'error',
          'loop',
          `${displayPhone(number)} forwards back to this number${loop.length > 2 ? ` by way of ${displayPhone(loop[1] ?? '')}` : ''}`,
        ),
      );
  }
  const ringing = route.forwards.filter(({ number }) => world.refused[number] === undefined);
  if (route.forwards.length > 0 && ringing.length === 0)
    found.push(createLint('error', 'unreachable', `Extension ${route.extension} has no usable destination: all are blocked by your calling limits`));
  if (ringing.length > 0 && route.timeout > mobileVoicemailSeconds && !route.confirmKey)
    found.push(
      createLint(
        'warning',
        'ownVoicemail',
        `${route.timeout}s is longer than most mobiles wait, so their own voicemail may answer first. Require a key press, or ring for ${mobileVoicemailSeconds}s`,
      ),
    );
  return found;
}

/** Everything to be told about a routing. */
export function lintRouting(routing: Pick<Routing, 'routes' | 'hours'>, world: LintContext): readonly Lint[] {
  const { routes, hours } = routing;
  const isNever = hours.preset === 4 && weekdays.every((day) => getSpan(getEffectiveDay(hours, day)) === null);
  const fault = findHoursFault(hours);
  const createWholeLint = (code: Lint['code'], message: string): Lint => ({ level: 'error', code, message, extension: null });
  return [
    ...(isNever && routes.some(({ forwards }) => forwards.length > 0)
      ? [createWholeLint('neverOpen', 'Hours are always closed. No destination is ever called.')]
      : []),
    ...(fault ? [createWholeLint('neverOpen', fault.message)] : []),
    ...(routes.length === 0 ? [createWholeLint('unreachable', 'No extensions. All calls go to voicemail.')] : []),
    ...routes.flatMap((route) => lintRoute(route, world)),
  ];
}
