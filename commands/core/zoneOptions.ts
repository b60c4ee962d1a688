import { getZoneLabel, listTimeZones } from '#contract/text/zones.ts';
import type { Option } from './args.ts';

/** Time zones to choose from; `first` stands above the others. */
export const listZoneOptions = (first?: string): readonly Option<string>[] =>
  (first === undefined ? listTimeZones() : [first, ...listTimeZones().filter((zone) => zone !== first)]).map((zone) => {
    const title = getZoneLabel(zone);
    return { value: zone, id: zone, title, detail: title === zone ? undefined : zone, icon: 'clock' };
  });
