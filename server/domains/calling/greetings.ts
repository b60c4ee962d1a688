/** Greetings as calls need them: a file's signed address, or words to be spoken. */
import type { Instruction } from '#machines/call/index.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import type { Greeting } from '../../carrier/callAddresses.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatCarrierFileUrl } from '../../files/links.ts';
import type { Services } from '../../services.ts';

const listGreetingIds = (instructions: readonly Instruction[]): number[] =>
  instructions.flatMap((instruction) => {
    const sounds = instruction.kind === 'menu' ? instruction.prompts : [instruction];
    return sounds.flatMap((sound) => (sound.kind === 'greeting' ? [sound.greetingId] : []));
  });

/** The greetings that instructions name. Runs in the open transaction of the company. */
export async function loadGreetings({ config, sealer }: Services, instructions: readonly Instruction[]): Promise<ReadonlyMap<number, Greeting>> {
  const ids = listGreetingIds(instructions);
  if (ids.length === 0) return new Map();
  const rows = await currentTransaction()
    .selectFrom('greetings')
    .select(['id', 'content', 'file_id'])
    .where(isOwnOrShared('greetings'))
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.flatMap(({ id, content, file_id: fileId }): [number, Greeting][] => {
      if (fileId !== null) return [[id, { url: config.publicUrl + formatCarrierFileUrl(sealer, { fileId, companyId: companyId() }) }]];
      return content ? [[id, { words: content }]] : [];
    }),
  );
}
