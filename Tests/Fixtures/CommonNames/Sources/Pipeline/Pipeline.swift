enum PipelineTarget {}
