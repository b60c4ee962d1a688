/** Threads that read files, asked one request at a time: what they say to the app and how it asks them. */

type Message<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly error: string });

const unreadable = 'The file can’t be read';

/** The app’s end of a thread. */
export interface SheetThread<Request, Answer> {
  /** Rejects with an `Error` whose words are for the person. */
  ask(request: Request): Promise<Answer>;
  /** Ends the thread, with the file it keeps. */
  close(): void;
}

/** Asks a thread that `serveRequests` answers in. */
export function connectThread<Request, Answer>(worker: Worker): SheetThread<Request, Answer> {
  const pending = new Map<number, { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void }>();
  let asked = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Message<Answer>>) => {
    const caller = pending.get(data.id);
    pending.delete(data.id);
    if ('error' in data) caller?.reject(new Error(data.error));
    else caller?.resolve(data.answer);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of pending.values()) reject(new Error('The file is too large for this browser'));
    pending.clear();
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        asked += 1;
        pending.set(asked, { resolve, reject });
        worker.postMessage({ id: asked, request });
      }),
    close: () => worker.terminate(),
  };
}

/** Answers requests inside a thread. Only an `Error` thrown on purpose keeps its words. */
export function serveRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  self.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly request: Request }>) => {
    const { id, request } = data;
    answer(request).then(
      (given) => self.postMessage({ id, answer: given }),
      (thrown: unknown) => self.postMessage({ id, error: thrown instanceof Error && thrown.constructor === Error ? thrown.message : unreadable }),
    );
  });
}
