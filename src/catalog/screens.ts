/** The screens, by their place; each is fetched when it is opened. */
import { type ComponentType, lazy } from 'react';
import type { PlaceId } from './places.ts';

export const screens: Readonly<Record<PlaceId, ComponentType>> = {
  numbers: lazy(() => import('./NumbersScreen.tsx')),
  usage: lazy(() => import('./UsageScreen.tsx')),
  invitations: lazy(() => import('./InvitationsScreen.tsx')),
  reviews: lazy(() => import('./ReviewsScreen.tsx')),
  account: lazy(() => import('./AccountScreen.tsx')),
  support: lazy(() => import('./SupportScreen.tsx')),
};
