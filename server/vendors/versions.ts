/** Versions of wires that end on a known day: what each adapter speaks, and what is said before it ends. */

interface WireVersion {
  readonly name: string;
  readonly version: string;
  /** Day from which the vendor may refuse it, as announced; null: none is. */
  readonly endsOn: string | null;
}

/** Wires with an announced end, or the earliest one to be expected: Google and Meta keep each version for about a year. */
export const wireVersions = {
  googleAds: { name: 'Google Ads API', version: 'v26', endsOn: '2027-11-01' },
  metaAds: { name: 'Meta Marketing API', version: 'v26.0', endsOn: '2027-07-29' },
  // The form of JSON: that of SOAP, which is not spoken here, ends on 2027-01-31.
  microsoftAds: { name: 'Microsoft Advertising API', version: 'v13', endsOn: null },
} as const satisfies Readonly<Record<string, WireVersion>>;

const warnDays = 60;

/** Versions that end within 60 days, or have ended, as sentences for the log. */
export const listEnding = (now: Date): string[] =>
  Object.values(wireVersions).flatMap(({ name, version, endsOn }) =>
    endsOn !== null && Date.parse(endsOn) - now.getTime() < warnDays * 86_400_000 ? [`${name} ${version} ends on ${endsOn}: update Keyline`] : [],
  );
