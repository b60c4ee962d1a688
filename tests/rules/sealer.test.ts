import { expect, test } from 'vitest';
import { createSealer } from '#server/security/sealer.ts';

test('a signed value has one spelling: letters that its alphabet skips make it another', () => {
  const sealer = createSealer(Buffer.alloc(32, 7));
  const signed = sealer.sign('file', { id: 5 });
  expect(sealer.verify('file', signed)).toEqual({ id: 5 });
  for (const other of [`${signed}=`, `${signed}!`, `${signed} `, signed.replace('.', '.=')]) expect(sealer.verify('file', other)).toBeNull();
});
