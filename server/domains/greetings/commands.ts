/** Making, changing and deleting greetings: the sound of a text is made when it is saved, so that every caller hears the same. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Greeting } from '#contract/greetings/entities.ts';
import { noSpeech } from '#contract/greetings/texts.ts';
import { checkApproved } from '../../access/approval.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { checkSharing, isOwnOrShared, publishSharing } from '../../access/sharing.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { recordFile, type StoredFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { getGreeting } from './queries.ts';

interface Given {
  readonly name?: string | undefined;
  readonly content?: string | undefined;
  readonly voice?: string | undefined;
  readonly businessUnitId?: number | undefined;
}

/** Media types a telephone plays. */
const playable: ReadonlyMap<string, string> = new Map([
  ['audio/wav', 'wav'],
  ['audio/vnd.wave', 'wav'],
  ['audio/mpeg', 'mp3'],
]);

const store = ({ files }: Services, company: number, sound: Parameters<typeof storeFile>[2]): Promise<StoredFile> =>
  storeFile(files, `${company}/greetings/${randomUUID()}.${playable.get(sound.contentType) ?? 'wav'}`, sound);

function findFile(files: readonly UploadedFile[]): UploadedFile | null {
  const [file, another] = files;
  if (another) throw new AppError('invalid', { field: 'file', message: 'Upload one file' });
  if (file && !playable.has(file.contentType))
    throw new AppError('media_type', { field: 'file', message: `A greeting is a WAV or an MP3, and this file is ${file.contentType}` });
  return file ?? null;
}

/** Speaks a text. Refuses a company that waits for approval, where nobody speaks, and a voice that is not there; a voice that does not answer is upstream's affair. */
export async function speak(services: Services, actor: ActingUser, content: string, voice: string) {
  const { speech } = services;
  if (speech === null) throw new AppError('invalid', { field: 'content', message: noSpeech });
  if (!speech.voices.some(({ id }) => id === voice)) throw new AppError('invalid', { field: 'voice', message: 'Choose a voice from the list' });
  await withCompanyTransaction(services, actor)(checkApproved);
  try {
    return await speech.speak(content, voice);
  } catch {
    throw new AppError('upstream', { message: 'Text-to-speech didn’t respond. Nothing was lost. Try again.' });
  }
}

interface Sound {
  readonly content: string | null;
  readonly voice: string | null;
  readonly stored: StoredFile;
}

/** The sound of what was given; null when neither a text nor a file was. Asks the voice and the file store: no transaction may be open. */
async function soundOf(
  services: Services,
  actor: ActingUser,
  { name = 'greeting', content, voice }: Given,
  files: readonly UploadedFile[],
): Promise<Sound | null> {
  const file = findFile(files);
  if (file && content !== undefined) throw new AppError('invalid', { field: 'content', message: 'Give a text or a file, not both' });
  if (file) return { content: null, voice: null, stored: await store(services, actor.membership.companyId, file) };
  if (content === undefined) return null;
  if (voice === undefined) throw new AppError('invalid', { field: 'voice', message: 'Choose a voice first' });
  const { bytes, contentType } = await speak(services, actor, content, voice);
  const stored = await store(services, actor.membership.companyId, { name: `${name}.${playable.get(contentType) ?? 'wav'}`, contentType, bytes });
  return { content, voice, stored };
}

/** Columns of a greeting's row for its sound, whose file is recorded first. */
const heard = async ({ content, voice, stored }: Sound) => ({ content, voice, file_id: await recordFile(stored) });

const longestName = 60;
/** The name of a greeting that was given none: how its text begins, or what its file is called. */
function formatGreetingName({ content }: Given, [file]: readonly UploadedFile[]): string {
  const words = content?.replace(/\s+/g, ' ').trim() ?? file?.name.replace(/\.\w+$/, '') ?? '';
  return words.slice(0, longestName).trim() || 'Greeting';
}

/** Makes a greeting. Refuses one without text and file, or with both. */
export async function createGreeting(services: Services, actor: ActingUser, given: Given, files: readonly UploadedFile[]): Promise<Greeting> {
  const within = withCompanyTransaction(services, actor);
  await within(() => checkSharing('greetings', given.businessUnitId, null, actor.authUser));
  const sound = await soundOf(services, actor, given, files);
  if (!sound) throw new AppError('invalid', { field: 'content', message: 'Enter text or upload a WAV or MP3' });
  return within(async () => {
    const { id } = await currentTransaction()
      .insertInto('greetings')
      .values({
        company_id: companyId(),
        name: given.name ?? formatGreetingName(given, files),
        business_unit_id: given.businessUnitId ?? null,
        ...(await heard(sound)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await publishSharing(given.businessUnitId, { kind: 'greeting-updated', id, actorId: actor.authUser.userId });
    return getGreeting(services, id);
  });
}

/** Changes a greeting. Another text, or another voice for the same text, is spoken anew; refuses what somebody else had spoken meanwhile. */
export async function updateGreeting(services: Services, actor: ActingUser, id: number, given: Given, files: readonly UploadedFile[]): Promise<Greeting> {
  const within = withCompanyTransaction(services, actor);
  const before = await within(async () => {
    const row = await currentTransaction().selectFrom('greetings').selectAll().where(isOwnOrShared('greetings')).where('id', '=', id).executeTakeFirst();
    if (row) await checkSharing('greetings', given.businessUnitId, row.business_unit_id, actor.authUser);
    return row;
  });
  if (!before) throw new AppError('not_found');
  const name = given.name ?? before.name;
  const says = given.content ?? (given.voice !== undefined && given.voice !== before.voice && files.length === 0 ? (before.content ?? undefined) : undefined);
  const isSame = says === before.content && (given.voice ?? before.voice) === before.voice && files.length === 0;
  const sound = isSame ? null : await soundOf(services, actor, { name, content: says, voice: given.voice ?? before.voice ?? undefined }, files);
  const unit = given.businessUnitId === undefined ? {} : { business_unit_id: given.businessUnitId };
  const { greeting } = await withStoredFiles(services.files, sound ? [sound.stored] : [], () =>
    within(async () => {
      const changing = currentTransaction()
        .updateTable('greetings')
        .set({ name, ...unit, ...(sound ? await heard(sound) : {}), updated_at: new Date() })
        .where(isOwnOrShared('greetings'))
        .where('id', '=', id);
      const saved = await (sound ? changing.where(sql<boolean>`file_id is not distinct from ${before.file_id}`) : changing).returning('id').executeTakeFirst();
      if (!saved) throw new AppError('conflict', { message: 'Someone else changed this greeting. Reload and try again.' });
      await publishSharing(given.businessUnitId ?? before.business_unit_id, { kind: 'greeting-updated', id, actorId: actor.authUser.userId });
      return { greeting: await getGreeting(services, id), isRecorded: true };
    }),
  );
  return greeting;
}

/** Takes a greeting out of the routes of every company that has it, and tells each of its numbers and templates that change. */
async function release(id: number, actorId: number): Promise<void> {
  const { rows } = await sql<{ company: number; number: number | null; template: number | null }>`select * from release_greeting(${id}::bigint)`.execute(
    currentTransaction(),
  );
  const told = [
    ['number-updated', rows.filter(({ number }) => number !== null)],
    ['template-updated', rows.filter(({ template }) => template !== null)],
  ] as const;
  for (const [kind, changing] of told) {
    for (const [company, [first, ...more]] of Map.groupBy(changing, (row) => Number(row.company))) {
      const only = more.length === 0 ? (first?.number ?? first?.template) : null;
      recordChange({ kind, ...(only == null ? {} : { id: Number(only) }), actorId }, company);
    }
  }
}

/** Deletes a greeting: numbers, templates and routes that had it go on without one. */
export async function deleteGreeting(caller: AuthUser, id: number): Promise<void> {
  const row = await currentTransaction()
    .selectFrom('greetings')
    .select('business_unit_id')
    .where(isOwnOrShared('greetings'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  await checkSharing('greetings', undefined, row.business_unit_id, caller);
  await release(id, caller.userId);
  await currentTransaction().deleteFrom('greetings').where(isOwnOrShared('greetings')).where('id', '=', id).execute();
  await publishSharing(row.business_unit_id, { kind: 'greeting-updated', id, actorId: caller.userId });
}
