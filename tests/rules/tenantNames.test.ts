/** Names a tenant may have: none by which a company would pass for Keyline itself. */
import { describe, expect, test } from 'vitest';
import { assertOwnName } from '#server/domains/tenant/names.ts';

describe('the name of a tenant', () => {
  test.each(['Keyline', 'KEYLINE Support', 'Key-line billing', 'Κeyl1ne'.replace('Κ', 'κ'), 'Kеylіne Security Team', 'keyIine', 'Ke\u0301yline.'])(
    'is not %s, which would pass for Keyline itself',
    (name) => {
      expect(() => assertOwnName('name', name)).toThrow(/could be taken for Keyline/);
    },
  );

  test.each(['Harbor', 'Keyline Plumbing', 'Support', 'Skyline Team', '鍵', 'The Keystone Line'])('may be %s', (name) => {
    expect(() => assertOwnName('name', name)).not.toThrow();
  });
});
