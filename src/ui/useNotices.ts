import { useSyncExternalStore } from 'react';
import { notices as appNotices, type NoticeStore } from './notices.ts';

/** Returns the current notices, as a hook. */
export const useNotices = (store: NoticeStore = appNotices) => useSyncExternalStore(store.subscribe, store.snapshot);
