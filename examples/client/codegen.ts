// Types the queries of this folder after the committed schema: makes generated/, with graphql-codegen's client preset.
import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'examples/client/queries.graphql',
  importExtension: '.ts',
  generates: {
    'examples/client/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        // Decimals and dates arrive as text, and stay exact by staying text.
        scalars: { Decimal: 'string', PartialDate: 'string', DateTime: 'string', URL: 'string' },
        strictScalars: true,
      },
    },
  },
}

export default config
