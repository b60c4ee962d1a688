/** Bounds and defaults of a routing. */

/** Values a new route starts with (RULE-049, CONST-025 to CONST-034). Waits in seconds. */
export const routeDefaults = {
  extension: 1,
  label: '',
  stagger: false,
  callerIdPassThru: true,
  confirmKey: false,
  confirmKeyWait: 10,
  timeout: 20,
  onholdMusicId: null,
  voicemailGreetingId: null,
} as const;

/** Bounds of what can be typed. `timeout`: the carrier rings for 5 to 120 s. One call rings at most ten phones at once. */
export const routingLimits = { routes: 50, forwards: 10, highestExtension: 99, timeout: [5, 120], confirmKeyWait: [3, 60], labelLength: 60 } as const;
