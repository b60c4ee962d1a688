/** What handlers and jobs may use besides the database: one object, made once by `build()`, replaced in tests by other configuration, never by mocks. */

import type { Carrier } from './carrier/carrier.ts';
import type { Config } from './config.ts';
import type { Tenancy } from './db/tenancy.ts';
import type { FileStore } from './files/store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Sealer } from './security/sealer.ts';
import type { Speech } from './speech/speech.ts';
import type { Transcriber } from './transcription/transcriber.ts';

export interface Services {
  readonly config: Config;
  readonly tenancy: Tenancy;
  readonly realtime: Realtime;
  readonly jobs: Jobs;
  readonly carrier: Carrier;
  readonly mailer: Mailer;
  readonly files: FileStore;
  readonly speech: Speech;
  /** Null: this installation writes nothing down. */
  readonly transcriber: Transcriber | null;
  readonly sealer: Sealer;
}
