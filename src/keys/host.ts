/** Host shared by keys, palette and help: the commands, the current context, and how a command is run. Provided once by the app shell. */
import { createContext, useContext } from 'react';
import type { Dispatcher } from '#commands/core/dispatcher.ts';
import type { Registry } from '#commands/core/registry.ts';
import type { Services } from '#commands/core/services.ts';
import type { Context } from '#commands/core/types.ts';
import { useStore } from '../store/store.ts';
import type { ContextSource } from './context.ts';
import type { Help } from './help.ts';
import type { KeyLayer } from './layer.ts';
import type { LiveKeysSource } from './liveKeys.ts';
import type { Recorder } from './recorder.ts';

export interface CommandHost {
  readonly registry: Registry;
  readonly source: ContextSource;
  readonly dispatcher: Dispatcher;
  readonly keys: KeyLayer;
  /** Keys to draw beside controls and in notices. */
  readonly caps: LiveKeysSource;
  readonly recorder: Recorder;
  services(): Services;
  /** The sheet of keys over the workspace. */
  readonly help: Help;
}

const HostContext = createContext<CommandHost | null>(null);
export const CommandHostProvider = HostContext.Provider;

/** The commands and keys. Throws outside of the app. */
export function useCommandHost(): CommandHost {
  const host = useContext(HostContext);
  if (!host) throw new Error('There are no commands above');
  return host;
}

/** The context now; draws again when it changes. `source.get` must answer the same object until then. */
export const useCommandContext = (source: ContextSource): Context => useStore(source);
