/** What the areas say of their calls, together. */
import type { AccessArea } from '../access/area.ts';
import * as areas from '../areas.ts';

/** Returns entries by call or field of all areas: `create` of tags is `tags.create`. */
export const collectEntries = <T>(entriesOf: (area: AccessArea) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(areas).flatMap(([name, area]) => Object.entries(entriesOf(area) ?? {}).map(([call, entry]): [string, T] => [`${name}.${call}`, entry])),
  );
