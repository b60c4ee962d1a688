/** Versions of wires that end on a known day: what each adapter speaks, and what is said before it ends. */

interface WireVersion {
  readonly name: string;
  readonly version: string;
  /** Day from which the vendor may refuse it, as announced. */
  readonly endsOn: string;
}

/** Wires with an announced end, or the earliest one to be expected: Google and Meta keep each version for about a year. */
export const wireVersions = {
  googleAds: { name: 'Google Ads API', version: 'v26', endsOn: '2027-11-01' },
  metaAds: { name: 'Meta Marketing API', version: 'v26.0', endsOn: '2027-07-29' },
} as const satisfies Readonly<Record<string, WireVersion>>;

const warnDays = 60;

/** Versions that end within 60 days, or have ended, as sentences for the log. */
export const listEnding = (now: Date): string[] =>
  Object.values(wireVersions).flatMap(({ name, version, endsOn }) =>
    Date.parse(endsOn) - now.getTime() < warnDays * 86_400_000 ? [`${name} ${version} ends on ${endsOn}: update Keyline`] : [],
  );
