/** The file store in a bucket of anything that speaks S3: requests signed by version 4, the bucket in the path. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config.ts';
import { checkKey, type FileStore, FileStoreUnavailableError } from './store.ts';

type Bucket = NonNullable<Config['s3']>;

/** Milliseconds to the first byte of an answer, beside what the upload takes; a sound that is listened to may then take as long as it lasts. */
const patienceMs = 15_000;
/** Bytes a millisecond that an upload has at the least: 100 kB a second. */
const slowestUpload = 100;
/** Milliseconds between tries: each of the three requests may be made twice without harm. */
const retriesMs = [100, 400];
const isPassing = (status: number) => status >= 500 || status === 429;

/** The store would not: also what it says of a file that is not there to a key that may not list the bucket. */
class Forbidden extends FileStoreUnavailableError {}

/** Reads the store's code of an error: `NoSuchKey`, `SignatureDoesNotMatch`. */
const parseErrorCode = async (answer: Response): Promise<string> =>
  /<Code>(\w{1,60})<\/Code>/.exec((await answer.text()).slice(0, 4_000))?.[1] ?? String(answer.status);

/** Keeps files in a bucket. What is not there is looked for in `before`: where files were kept until now. */
export function createS3Store({ url, bucket, region, accessKeyId, secretAccessKey }: Bucket, before: FileStore): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const addressOf = (key: string) => `${url.replace(/\/+$/, '')}/${bucket}/${checkKey(key)}`;

  async function once(method: 'GET' | 'PUT' | 'DELETE', key: string, body: Uint8Array | null, headers: Readonly<Record<string, string>>): Promise<Response> {
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await client.sign(addressOf(key), { method, headers: { ...headers, 'x-amz-content-sha256': sum } });
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs + (body?.length ?? 0) / slowestUpload);
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        body: body === null ? null : Buffer.from(body),
        signal: patience.signal,
        redirect: 'error',
      });
    } catch (cause) {
      throw new FileStoreUnavailableError('The file store did not answer', { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks, and again while the store is away. Null: there is no such file. Throws `StoreAway` for any other refusal. */
  async function ask(method: 'GET' | 'PUT' | 'DELETE', key: string, body: Uint8Array | null = null, headers: Readonly<Record<string, string>> = {}) {
    for (let at = 0; ; at += 1) {
      const wait = retriesMs[at];
      const answer = await once(method, key, body, headers).catch((error: unknown) => {
        if (wait === undefined || !(error instanceof FileStoreUnavailableError)) throw error;
        return null;
      });
      if (answer?.ok) return answer;
      if (answer && (!isPassing(answer.status) || wait === undefined)) {
        const code = await parseErrorCode(answer);
        if (answer.status === 404 && code !== 'NoSuchBucket') return null;
        const words = `The file store answered ${answer.status} ${code}`;
        throw answer.status === 403 ? new Forbidden(words) : new FileStoreUnavailableError(words);
      }
      await answer?.body?.cancel();
      await pause(wait);
    }
  }

  return {
    async put(key, bytes) {
      if (!(await ask('PUT', key, bytes))) throw new FileStoreUnavailableError('The file store has no such bucket');
    },
    async read(key, range) {
      const answer = await ask('GET', key, null, range ? { range: `bytes=${range.start}-${range.end}` } : {}).catch(async (error: unknown) => {
        if (!(error instanceof Forbidden)) throw error;
        const earlier = await before.read(key, range);
        if (earlier === null) throw error;
        return earlier;
      });
      if (answer instanceof Readable) return answer;
      if (!answer?.body) return before.read(key, range);
      if (range && answer.status !== 206) {
        await answer.body.cancel();
        throw new FileStoreUnavailableError('The file store does not know ranges');
      }
      return Readable.from(answer.body, { objectMode: false });
    },
    async remove(key) {
      await ask('DELETE', key);
      await before.remove(key);
    },
  };
}
