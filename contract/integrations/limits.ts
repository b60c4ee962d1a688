/** Limits of integrations: ours, and those Google Analytics sets for events. */
export const integrationLimits = {
  /** Streams of Google Analytics of a company. */
  ga4: 20,
  /** Parameters of an event that a person chooses: 25 are allowed, a few are ours. */
  parameters: 20,
  /** Letters of a parameter's name, and of a text it carries. */
  parameterName: 40,
  parameterValue: 100,
  /** Seconds a conversion is held, within which undo keeps it from leaving. */
  holdSeconds: 30,
  /** Hours after which Google Analytics counts an event for another day, or not at all. */
  ga4Hours: 72,
  /** Hours after which something is no news for a team chat. */
  chatHours: 24,
  /** Hours after which a call is no longer recorded in a lead CRM: two weeks of a vendor that can’t be reached. */
  crmHours: 336,
  /** Hours after which a conversion is no longer sent to a vendor of ads: two weeks of one that can’t be reached. Meta takes no event older than a week. */
  adHours: { 'google-ads': 336, 'meta-ads': 168, 'microsoft-ads': 336 },
  /** Conversions that one sync sends and tells of. */
  syncItems: 200,
  /** Minutes a person has to allow a connection at the vendor. */
  oauthMinutes: 10,
  /** Days before a connection ends that can’t be renewed, on which it is told. */
  endingDays: 7,
  /** Days a forecast looks back on. */
  forecastDays: 30,
} as const;
