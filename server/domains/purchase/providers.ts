/** Which providers of the specification sell numbers here. */

import { numberProviderLabel } from '#contract/numbers/enums.ts';
import { isTollFree } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';

const names = { carrier: 1, tollFree: 2 } as const;

/** Rejects a provider that would have no effect: the toll-free registry for other numbers, and those nothing is bought from here. */
export function checkProvider(providerId: number, numbers: readonly string[]): void {
  if (providerId === names.carrier) return;
  if (providerId === names.tollFree && numbers.every(isTollFree)) return;
  const label = numberProviderLabel[providerId === 2 || providerId === 3 || providerId === 4 ? providerId : 1];
  const message =
    providerId === names.tollFree
      ? `The ${label} has toll-free numbers only. Choose the ${numberProviderLabel[1]} (1)`
      : `Numbers can’t be bought from the ${label} here. Choose the ${numberProviderLabel[1]} (1)`;
  throw new AppError('invalid', { field: 'provider_id', message });
}
