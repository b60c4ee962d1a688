/** Enumerations of call routing (enums.tsv). */

/** ENUM-056…061. */
export const routeTypes = ['standard', 'simultaneous', 'sequential', 'voicemail', 'geo', 'in-app-calling'] as const;

/** Names of the ways a number rings, in the user's words. */
export const routeTypeLabel: Readonly<Record<(typeof routeTypes)[number], string>> = {
  standard: 'single destination',
  simultaneous: 'simultaneous',
  sequential: 'sequential',
  geo: 'nearest first',
  'in-app-calling': 'in-app',
  voicemail: 'voicemail',
};
