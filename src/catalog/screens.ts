/** The screens, by their place; each is fetched when it is opened. */
import { type ComponentType, lazy } from 'react';
import type { PlaceId } from './places.ts';

export const screens: Readonly<Record<PlaceId, ComponentType>> = {
  numbers: lazy(() => import('./NumbersScreen.tsx')),
};
