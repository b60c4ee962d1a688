/** Routes of a number in words. */
import type { RingRoute } from '#contract/routing/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';

const destinationOrders: Readonly<Record<RingRoute['type'], (route: RingRoute) => string>> = {
  standard: ({ forwards, timeout }) => (forwards.length === 0 ? 'Straight to voicemail' : `${timeout}s, then voicemail`),
  simultaneous: ({ timeout }) => `Simultaneous, ${timeout}s`,
  sequential: ({ timeout }) => `Sequential, ${timeout}s each`,
  geo: ({ timeout }) => `Nearest to the caller first, ${timeout}s each`,
  'in-app-calling': ({ timeout }) => `In-app and phones, ${timeout}s`,
  voicemail: () => 'Straight to voicemail',
};

/** The order in which the destinations of an extension ring, and for how long: "Sequential, 20s each". */
export const formatDestinationOrder = (route: RingRoute): string => destinationOrders[route.type](route);

/** Name of an extension: its label, or its number. */
export const formatExtension = ({ label, extension }: RingRoute): string => label || `Extension ${extension}`;

/** All extensions in one line: "Desk · +1 415-555-0187 · 25s, then voicemail; Extension 2 · Straight to voicemail". The only one needs no name. */
export const formatRoutes = (routes: readonly RingRoute[]): string =>
  routes
    .map((route) => {
      const phones = route.forwards.map(({ number }) => displayPhone(number)).join(', ');
      return [routes.length === 1 ? route.label : formatExtension(route), phones, formatDestinationOrder(route)].filter(Boolean).join(' · ');
    })
    .join('; ');
