// Derivation: how one observation follows from others.
import { observationLists } from '../loaders/observations.ts'
import { observationArguments } from './arguments.ts'
import { byId, must, paged, reads } from './batched.ts'
import { builder } from './builder.ts'
import { DerivationKind, NoteOrigin } from './enums.ts'
import { Derivation, Observation, ObservationConnection } from './refs.ts'

builder.prismaObjectFields(Derivation, (t) => ({
  observation: t.field({
    type: Observation,
    description: 'The observation that follows.',
    ...must('Observation', (derivation) => derivation.observationId),
  }),
  from: t.connection(
    {
      type: Observation,
      description: 'The observations that it follows from, by key unless ordered otherwise.',
      args: observationArguments,
      ...paged(observationLists.derivedInto, byId),
    },
    ObservationConnection,
  ),
  kind: t.field({
    type: DerivationKind,
    description: 'How it follows.',
    ...reads('kind'),
    resolve: (derivation) => derivation.kind,
  }),
  formula: t.exposeString('formula', {
    nullable: true,
    description: 'The formula, over x (the value it follows from): "(x - 1/4) / (1 - 1/4)"; null where none is needed.',
  }),
  origin: t.field({
    type: NoteOrigin,
    description: 'Who says so.',
    ...reads('origin'),
    resolve: (derivation) => derivation.origin,
  }),
}))
