/** Keys: from a press to a command, the panel of a chord, help, and changing keys. */
export * from './context.ts';
export { createHelp } from './help.ts';
export * from './host.ts';
export { KeyLayer as KeyLayerView } from './KeyLayer.tsx';
export * from './layer.ts';
export * from './liveKeys.ts';
export * from './recorder.ts';
export { replay } from './replay.ts';
export { useKeysOf } from './useKeysOf.ts';
