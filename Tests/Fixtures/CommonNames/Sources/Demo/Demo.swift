enum DemoTarget {}
