/** Customers who text and call: people outside with numbers of their own, the same for the same seed. */
import { createRandom } from '../world/random.ts';

const areaCodes = [206, 212, 303, 312, 404, 415, 503, 512, 602, 617, 702, 713, 718, 737, 808, 813, 916, 919] as const;
const people = 400;

/** E.164 numbers of the customers. */
export function listCustomers(seed: number): readonly string[] {
  const random = createRandom(seed);
  return Array.from({ length: people }, () => `+1${random.pick(areaCodes)}${random.int(220, 989)}${String(random.int(0, 9_999)).padStart(4, '0')}`);
}
